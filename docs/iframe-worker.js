// The site's search runs in a worker. Opened as a file a page may start none: there a hidden frame does its work.
class FrameWorker extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.srcdoc = `<html><body><script src="${url}" defer></script></body></html>`;
    this.ready = new Promise((done) => frame.addEventListener("load", () => done(frame.contentWindow)));
    document.body.append(frame);
  }

  async postMessage(data) {
    const inside = await this.ready;
    inside.postMessage = (answer) => this.dispatchEvent(new MessageEvent("message", { data: answer }));
    inside.dispatchEvent(new MessageEvent("message", { data }));
  }

  terminate() {}
}

if (location.protocol === "file:") window.IFrameWorker = window.Worker = FrameWorker;
