// A courtesy, not needed for anything: an open page notices that play went on and loads itself
// again, unless somebody is in the middle of filling in a form.
(() => {
  "use strict";
  const address = document.body.dataset.live;
  if (!address || !window.fetch) return;
  let touched = false;
  let known = null;
  for (const event of ["input", "change", "toggle"]) {
    document.addEventListener(event, () => { touched = true; }, true);
  }
  const look = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const { at } = await answer.json();
      if (known === null) known = at;
      else if (known !== at && !touched) location.replace(location.pathname);
    } catch { /* The server is away for a moment: ask again later. */ }
  };
  look();
  setInterval(look, 3000);
  document.addEventListener("visibilitychange", look);
})();
