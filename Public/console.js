// Behavior that all pages share, such as switching the theme without leaving the page. Every page works without this
// script. All texts come from the server.
const root = document.documentElement;
root.classList.add("script");

// The theme changes at once and without leaving the page, so that unsaved text stays.
for (const form of document.querySelectorAll("form[data-theme-switch]")) {
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const field = form.elements.theme, chosen = field.value, other = chosen === "dark" ? "light" : "dark";
    const body = new URLSearchParams(new FormData(form));
    root.dataset.theme = chosen;
    field.value = other;
    const button = form.querySelector("button");
    for (const name of ["aria-label", "title"]) button.setAttribute(name, form.dataset[other]);
    try {
      await fetch(form.action, { method: "POST", body, redirect: "manual" });
    } catch { /* Galley cannot be reached: only this page keeps the theme. */ }
  });
}

// Filters the rows while the reader types, unless the page already is the result of a search. The Enter key and,
// without this script, the button search on the server.
const search = document.querySelector("[data-search]");
const rows = [...document.querySelectorAll("[data-search-text]")];
if (search && rows.length && !search.defaultValue) {
  const count = document.querySelector("[data-search-count]");
  const words = () => search.value.toLowerCase().split(/\s+/).filter(Boolean);
  search.addEventListener("input", () => {
    const wanted = words();
    let shown = 0;
    for (const row of rows) {
      const text = row.dataset.searchText.toLowerCase();
      row.hidden = !wanted.every(word => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    count.textContent = `${shown} / ${rows.length}`;
  });
}
// The key “/” moves the focus to the search field, unless the reader is typing.
if (search) {
  addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    search.focus();
  });
}

for (const field of document.querySelectorAll("[data-submit-on-change]")) {
  field.addEventListener("change", () => field.form.requestSubmit());
}

// Signing out deletes the account's unsaved texts from this browser's storage.
document.querySelector("form[data-sign-out]")?.addEventListener("submit", event => {
  try {
    const own = `galley:unsaved:${event.currentTarget.dataset.signOut}:`;
    for (const key of Object.keys(localStorage)) if (key.startsWith(own)) localStorage.removeItem(key);
  } catch { /* Storage is switched off: nothing is kept. */ }
});

if (document.querySelector(".listing")) import("./json-colors.js").then(({ color }) => color(document));

// A menu closes when the focus leaves it or Escape is pressed.
for (const menu of document.querySelectorAll("details.menu")) {
  menu.addEventListener("focusout", event => { if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false; });
  menu.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
