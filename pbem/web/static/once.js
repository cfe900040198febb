// A courtesy, not needed for anything: of two presses of one button only the first is sent. The
// server counts two presses as one anyway; so nobody has to wait for the second answer.
(() => {
  "use strict";
  const sent = new WeakMap();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (performance.now() - (sent.get(form) ?? -Infinity) < 2000) event.preventDefault();
    else sent.set(form, performance.now());
  });
})();
