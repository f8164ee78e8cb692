"""Where two files differ is said so that somebody can look it up."""

from pitboss.reports.pack.check import describe_difference


def test_a_changed_digit_in_json_is_named_by_its_place():
    words = describe_difference("par.json", b'{"a": [{"ways": 48}]}', b'{"a": [{"ways": 49}]}')
    assert words == "a[0].ways is 48 in the pack and 49 by this program"


def test_true_is_not_one():
    assert "true in the pack and 1" in describe_difference("x.json", b'{"a": true}', b'{"a": 1}')


def test_what_cannot_be_read_as_json_any_more_is_said():
    assert describe_difference("par.json", b"{", b"{}") == "it is no JSON any more"


def test_the_same_values_written_otherwise_are_a_difference_too():
    assert "another way" in describe_difference("par.json", b'{"a":1}', b'{"a": 1}')


def test_text_differs_at_a_line():
    words = describe_difference("definitions/a.toml", b"a = 1\nb = 2\n", b"a = 1\nb = 3\n")
    assert words == "line 2 is 'b = 2' in the pack and 'b = 3' by this program"


def test_a_text_that_was_cut_off_has_fewer_lines():
    assert "1 lines in the pack and 2" in describe_difference("a.txt", b"a\n", b"a\nb\n")


def test_anything_else_differs_at_a_byte():
    words = describe_difference("a.pdf", b"\xff\x00\x01", b"\xff\x00\x02\x03")
    assert words == "byte 2 differs (3 bytes in the pack, 4 by this program)"
