// A live stream that comes back by itself. A table's stream resumes after the last event that was seen,
// so that no event is lost and none comes twice.

const LONGEST_WAIT_MS = 4000;

/** `path` may have `%AFTER%`, which stands for the last event seen. */
export class Live {
  constructor(path, { onFrame, onState = () => {} }) {
    this.path = path;
    this.onFrame = onFrame;
    this.onState = onState;
    this.after = -1;
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
    this.socket.onclose = () => {
      if (this.isOver) return;
      this.onState("lost");
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    };
  }

  take(frame) {
    if (typeof frame.number === "number") {
      if (frame.events) frame.events = frame.events.filter((event) => event.number > this.after);
      this.after = Math.max(this.after, frame.number);
    }
    this.onFrame(frame);
  }

  close() {
    this.isOver = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
