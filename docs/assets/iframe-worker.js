// A browser gives a page opened from a folder no workers, and search needs one: here a hidden frame does its work.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      this.frame = frame;
      const inside = frame.contentWindow;
      window.addEventListener("message", (event) => {
        if (event.source === inside) {
          const told = new MessageEvent("message", { data: event.data });
          this.dispatchEvent(told);
          if (this.onmessage) this.onmessage(told);
        }
      });
      inside.document.open();
      inside.document.write(
        "<script>postMessage = (data) => parent.postMessage(data, '*');" +
          "importScripts = (...all) => all.reduce((before, one) => before.then(() => new Promise((done) => {" +
          "const script = document.createElement('script');" +
          "script.src = new URL(one, " + JSON.stringify(String(url)) + "); script.onload = done;" +
          "document.head.appendChild(script); })), Promise.resolve());</" + "script>" +
          "<script src=" + JSON.stringify(String(url)) + "></" + "script>"
      );
      inside.document.close();
      this.ready = new Promise((done) => (frame.onload = done));
      if (inside.document.readyState === "complete") this.ready = Promise.resolve();
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
