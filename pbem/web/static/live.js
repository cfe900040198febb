// Courtesies, not needed for anything: an open page notices that play went on. A table's page
// loads itself again, unless somebody is in the middle of filling in a form; a part of a page that
// says where it comes from is replaced in its place. And what an answer would do is shown without
// leaving the page: as soon as it is chosen, or when somebody asks.
(() => {
  "use strict";
  if (!window.fetch) return;
  let touched = false;
  for (const event of ["input", "change", "toggle"]) {
    document.addEventListener(event, () => { touched = true; }, true);
  }
  const part = () => document.querySelector("[data-live]");
  const read = (text) => new DOMParser().parseFromString(text, "text/html");
  let known = null;

  const renew = async (old) => {
    const answer = await fetch(old.dataset.from);
    if (!answer.ok) return;
    const fresh = read(await answer.text()).getElementById(old.id);
    if (fresh && !old.contains(document.activeElement)) old.replaceWith(fresh);
  };
  const look = async () => {
    const here = part();
    if (!here || document.hidden) return;
    try {
      const answer = await fetch(here.dataset.live, { headers: { Accept: "application/json" } });
      if (answer.status === 404) { location.reload(); return; } // It is not ours to see any more.
      if (!answer.ok) return;
      const { at } = await answer.json();
      if (known === null) { known = at; return; }
      if (known === at) return;
      if (here.dataset.from) { await renew(here); known = at; }
      else if (!touched) location.replace(location.pathname);
    } catch { /* The server is away for a moment: ask again later. */ }
  };
  if (part()) {
    look();
    setInterval(look, 3000);
    document.addEventListener("visibilitychange", look);
  }

  // What an answer would do: the server is asked, as without script, but the page keeps its place.
  // A choice that cannot stand yet is complained about only when somebody has asked.
  let asked = 0;
  const foresee = async (form, button, aloud) => {
    const place = form.querySelector(".foreseen"), number = ++asked;
    const answer = await fetch(form.action, {
      method: "POST", body: new URLSearchParams(new FormData(form, button)),
    });
    if (answer.redirected) { if (aloud) location.assign(answer.url); return; }
    const fresh = read(await answer.text()).getElementById(form.id);
    if (number !== asked) return;
    if (!fresh) { if (aloud) throw new Error("another page"); return; }
    place.replaceChildren(...fresh.querySelector(".foreseen").childNodes);
    const told = aloud && fresh.querySelector(":scope > .error");
    form.querySelector(":scope > .error")?.remove();
    if (told) place.before(told);
  };
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (!submitter || submitter.name !== "before" || !form.querySelector(".foreseen")) return;
    event.preventDefault();
    try {
      await foresee(form, submitter, true);
    } catch {
      const twin = document.createElement("input");
      twin.type = "hidden"; twin.name = "before"; twin.value = "1";
      form.append(twin);
      form.submit();
    }
  });
  let chosen = 0;
  document.addEventListener("change", ({ target }) => {
    const form = target.closest("form.ask"), button = form?.querySelector("button[name=before]");
    if (!button || !form.checkValidity()) return;
    clearTimeout(chosen);
    chosen = setTimeout(() => { foresee(form, button, false).catch(() => {}); }, 250);
  });
})();
