// A live stream that comes back by itself. A table's stream resumes after the last event that was seen,
// so that no event is lost and none comes twice. One that should have said something is given up, even if nobody
// has noticed yet that it is gone. What is asked on a stream is answered on it, or lost with it.

const LONGEST_WAIT_MS = 4000;
const LONGEST_ANSWER_MS = 12000;

/** `path` may have `%AFTER%`, which stands for the last event seen. */
export class Live {
  constructor(path, { onFrame, onState = () => {}, silentMs = 0 }) {
    this.path = path;
    this.onFrame = onFrame;
    this.onState = onState;
    this.silentMs = silentMs;
    this.after = -1;
    this.asked = new Map();
    this.wait = 250;
    this.isOver = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.path.replace("%AFTER%", this.after)}`);
    this.socket.onopen = () => {
      this.wait = 250;
      this.onState("live");
    };
    this.socket.onmessage = (message) => this.take(JSON.parse(message.data));
    this.socket.onclose = () => this.lose();
    this.expect();
  }

  /** Something must come in time, where the stream says so. */
  expect() {
    clearTimeout(this.silence);
    if (this.silentMs) this.silence = setTimeout(() => this.lose(), this.silentMs);
  }

  lose() {
    this.drop();
    if (this.isOver) return;
    this.onState("lost");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Ask something that has an id; its `status` and what is `said`. */
  ask(body) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.lose(), LONGEST_ANSWER_MS);
      this.asked.set(body.id, { resolve, reject, late });
      this.socket.send(JSON.stringify(body));
    });
  }

  answer({ answer, status, said }) {
    const asked = this.asked.get(answer);
    this.asked.delete(answer);
    clearTimeout(asked?.late);
    asked?.resolve({ status, said });
  }

  drop() {
    clearTimeout(this.silence);
    for (const { reject, late } of this.asked.values()) {
      clearTimeout(late);
      reject(new Error("the stream was lost"));
    }
    this.asked.clear();
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
  }

  take(frame) {
    this.expect();
    if ("answer" in frame) {
      this.answer(frame);
      return;
    }
    if (typeof frame.number === "number") {
      if (frame.events) frame.events = frame.events.filter((event) => event.number > this.after);
      this.after = Math.max(this.after, frame.number);
    }
    this.onFrame(frame);
  }

  close() {
    this.isOver = true;
    clearTimeout(this.timer);
    this.drop();
  }
}
