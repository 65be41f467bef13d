// Browsers run no workers from the disk. There the search's worker runs in a hidden frame instead, which offers
// what the worker asks for: messages in and out, and importScripts.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...urls) => Promise.all(urls.map((one) => this.load(one)));
      this.load(url).then(() => {
        for (const message of this.waiting.splice(0)) this.deliver(message);
        this.postMessage = this.deliver;
      });
    }

    load(url) {
      const page = this.frame.contentDocument;
      const script = page.createElement("script");
      return new Promise((done, failed) => {
        script.onload = done;
        script.onerror = failed;
        script.src = url;
        page.head.append(script);
      });
    }

    postMessage(data) {
      this.waiting.push(data);
    }

    deliver(data) {
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
