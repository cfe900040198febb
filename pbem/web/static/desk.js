// A courtesy, not needed for anything: the desk notices that something has changed and shows the
// list anew, unless somebody is choosing tables; and it can be walked through by keys.
(() => {
  "use strict";
  const address = document.body.dataset.desk;
  const desk = () => document.getElementById("desk");
  const busy = () => document.hidden || desk().querySelector("input:checked, select:focus");
  const look = async () => {
    if (busy()) return;
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (answer.status === 403) { location.reload(); return; } // No table is ours any more.
      if (!answer.ok || (await answer.json()).at === desk().dataset.at) return;
      const page = await fetch(location.href);
      if (!page.ok || busy()) return;
      const fresh = new DOMParser().parseFromString(await page.text(), "text/html");
      const next = fresh.getElementById("desk");
      if (next) desk().replaceWith(next);
    } catch { /* The server is away for a moment: ask again later. */ }
  };
  if (address && window.fetch) {
    setInterval(look, 5000);
    document.addEventListener("visibilitychange", look);
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=checkbox]), select, textarea")) return;
    const links = [...desk().querySelectorAll("h2 a")];
    const now = links.findIndex((link) => link.closest("li").contains(document.activeElement));
    if (event.key === "/") document.getElementById("q").focus();
    else if (event.key === "j") links[Math.min(now + 1, links.length - 1)]?.focus();
    else if (event.key === "k") links[Math.max(now - 1, 0)]?.focus();
    else return;
    event.preventDefault();
  });
})();
