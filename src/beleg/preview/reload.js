// Reloads the page when the site has changed, and says on it when a build fails. Only `beleg serve` puts it into a page.
(() => {
  "use strict";
  const shown = new URL(document.currentScript.src).searchParams.get("site");
  let box = null;

  function tell(text) {
    if (!text) {
      box?.remove();
      box = null;
      return;
    }
    if (!box) {
      box = document.createElement("div");
      box.id = "beleg-serve";
      box.lang = "en";
      box.setAttribute("role", "alert");
      // No style sheet and no attribute: a strict policy allows neither, and the site's own files stay as they are.
      box.style.cssText =
        "position:fixed;inset:auto 0 0 0;z-index:2147483647;max-height:60vh;overflow:auto;padding:1rem;margin:0;" +
        "background:#5c0f0f;color:#fff;font:14px/1.5 monospace;white-space:pre-wrap;overflow-wrap:anywhere";
      document.body.append(box);
    }
    box.textContent = text;
  }

  function hear(now) {
    if (now.site !== shown) location.reload();
    else tell(now.told);
  }

  // A browser opens six connections to a host at most, so that of all open pages one listens and tells the others. Which
  // one it is, the lock decides; it passes on when that page goes.
  const others = new BroadcastChannel("beleg-serve");
  let last = null;
  others.onmessage = ({ data }) => {
    if (data !== "what is new?") hear(data);
    else if (last) others.postMessage(last);
  };
  others.postMessage("what is new?");
  navigator.locks.request("beleg-serve", () => new Promise(() => {
    new EventSource("/-/events").onmessage = ({ data }) => {
      last = JSON.parse(data);
      others.postMessage(last);
      hear(last);
    };
  }));
})();
