"""The text of an entry as a SQLite file keeps it: compressed, with a dictionary of what entries say all the
time.

Most of an entry's text is words that every entry has: zlib makes half of it. A text for which that is no
gain stays text. The first byte says which dictionary was used: another one gets another number, and what
was written with this one can always be read. The hash of an entry is of the text.
"""

import zlib

WORDS = (
    b'"record: malfunction","person signed in",{"change_due":false,"person":"","where":"browser"'
    b'},[]"game over",17948675860,["house-dealer"],{"asked":"EndGame ","progressive":"","tray":['
    b'[],"envy":[[3,"win posted",{"asked":"PostWin ","win":{"after_micros":,"before_micros":,"ca'
    b'rds":"","level":"","line":""order":,"over_micros":0,"posted_at":,"posted_by":"","progressi'
    b've":"link","reserve_micros":,"round":"seat":,"seeded_micros":,"settled_at":0,"settled_by":'
    b'"","share_ppm":,"stake_micros":1000000,"status":"posted"["meter/","pending/",,"award poste'
    b'd"],["pending/","paid/",,"award confirmed"],["paid/","chips/T1/",,"prize"]["tray/T1/","res'
    b'erve/",20000,"reserve contribution"]],["over the cap"],"restart from the reserve","seed"]"'
    b'coin in",17948675860,["house-dealer"],{"asked":"CoinIn ","is_from_tray":true,"levels":{"":'
    b'[280000,20000,0,0,0]},"Mega":[,"Major":[,"Minor":[,"progressive":"","round":,"stakes":{"1"'
    b':1000000,"2":1000000,"3":1000000,"4":1000000,"5":1000000,"6":1000000,"7":1000000},"table":'
    b'"T1"},[["tray/T1/","meter/",280000,"contribution"],"round",1794867586,["the house"],{"open'
    b'ed":"0-8","opened_at":1794867586,"record":"mississippi_stud | caribbean_stud | blackjack |'
    b" bet 5 | three_card_draw_poker | check | deck 6 | fold | insurance no | three_card_poker; "
    b"paytable=TCP Progressive 1 | seat 1: ante 5, pair_plus 5, progressive 1 | seat 2: ante 5, "
    b"progressive 1 | seat 3 hand < | seat 4 hand < | dealer < ?6 ?7 ?8 | seat 3 play = play | s"
    b'eat 4 play = fold | dealer > | award seat 3 progressive = | check ","round":,"start":0,"sh'
    b'uffle":""secret":"AsKsQsJsTs9s8s7s6s5s4s3s2sAhKhQhJhTh9h8h7h6h5h4h3h2h"},[],"T1/"]"line",1'
    b'794867586,["the house"],{"answers":["","",""],"did":["call_no_more_bets"],"line":,"round":'
    b'},[]["the house"],{"did":["open_bets"],"line":6,"round":4,"tape":"["player "],{"asked":"",'
    b'"did":["take_seat|","buy_in|1000000000"],"line":1,"round":0},[["cage/T1/","chips/T1/",1000'
    b'000000,"buy-in"]],["cash_out|","leave_seat|","take_back|",["chips/T1/","cage/T1/",10000000'
    b'00,"cash-out"]["the house"],{"did":["proceed|40..45"],"line":,"round":},[["pot/T1/3 ante",'
    b'"tray/T1/",5000000,"lost"],["pot/T1/3 pair_plus","tray/T1/",5000000,"lost"],["pot/T1/4 ant'
    b'e","chips/T1/",10000000,"wager back"],["tray/T1/","chips/T1/",5000000,"won"],["pot/T1/4 pr'
    b'ogressive","tray/T1/",1000000,"lost"],"toke","void round"]["player "],{"asked":"","did":["'
    b'decide|3|play|play"],"line":,"round":},[["chips/T1/","pot/T1/3 ante",5000000,"wager"["play'
    b'er "],{"asked":"","did":["ask_for_cards|"],"line":,"round":},[]["player "],{"asked":"","di'
    b'd":["place_wager|3|pair_plus|5000000"],"line":,"round":},[["chips/T1/","pot/T1/3 pair_plus'
    b'""line",17948675868,["player "],{"asked":"","did":["place_wager|3|progressive|1000000"],"l'
    b'ine":,"round":},[["chips/T1/","pot/T1/3 progressive",1000000,"wager"]]"line",17948675868,['
    b'"player "],{"asked":"","did":["place_wager|4|ante|5000000"],"line":,"round":},[["chips/T1/'
    b'","pot/T1/4 ante",5000000,"wager"]]'
)
"""Never to be changed: files are read with it. The commonest words come last."""
FIRST = b"\x01"
WINDOW, MEMORY, LEVEL = -12, 5, 9
"""Bits of the window without a header, and of memory: entries are small."""
PACKER = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW, MEMORY, zlib.Z_DEFAULT_STRATEGY, WORDS)
"""Has read the dictionary and nothing else: a copy of it costs less than to read that again."""


def pack_body(body: str) -> str | bytes:
    """The text as it is kept; `unpack_body` gives it back."""
    packer = PACKER.copy()
    packed = packer.compress(body.encode()) + packer.flush()
    return FIRST + packed if len(packed) < len(body) else body


def unpack_body(kept: bytes) -> str:
    """The text of an entry; what cannot be unpacked comes as it is, so that `verify` can name the entry."""
    unpacker = zlib.decompressobj(WINDOW, WORDS)
    try:
        text = unpacker.decompress(kept[1:]).decode("ascii") if kept[:1] == FIRST else ""
    except (zlib.error, UnicodeDecodeError):
        return kept.hex()
    is_whole = unpacker.eof and not unpacker.unused_data
    return text if is_whole else kept.hex()
