// Reads the controls beside a preview as a query, and updates a page from the server's response to that query.

/** Returns the choices in the controls of a page, as the query of an address. */
export function chosen(controls) {
  const query = new URLSearchParams();
  for (const field of controls.querySelectorAll("select, input")) {
    if (field.value && !(["checkbox", "radio"].includes(field.type) && !field.checked)) query.append(field.name, field.value);
  }
  return query;
}

/** Replaces the regions of a page that depend on the choices; a region that has the focus is left as it is. */
export function takeOver(page, fresh) {
  for (const region of page.querySelectorAll("[data-look]")) {
    const other = fresh.querySelector(`[data-look="${CSS.escape(region.dataset.look)}"]`);
    if (!other || region.contains(document.activeElement)) continue;
    region.replaceChildren(...[...other.childNodes].map(node => document.importNode(node, true)));
  }
  const [controls, others] = [page, fresh].map(one => one.querySelector("[data-controls]"));
  if (controls && others) controls.dataset.query = others.dataset.query;
}

/** Puts the options into the page's address, so that it can be shared; `keep` names other parameters that stay. */
export function share(query, keep = []) {
  const before = new URLSearchParams(location.search), after = new URLSearchParams();
  for (const name of keep) if (before.has(name)) after.set(name, before.get(name));
  for (const [name, value] of new URLSearchParams(query)) after.append(name, value);
  history.replaceState(history.state, "", after.size ? `?${after}` : location.pathname);
}

// A menu of the controls closes when the reader presses outside of it.
addEventListener("pointerdown", event => {
  for (const menu of document.querySelectorAll("details.look[open]")) if (!menu.contains(event.target)) menu.open = false;
});
addEventListener("blur", () => {
  // Pressing inside a frame moves the focus there, and this page gets no pointer event.
  if (document.activeElement?.tagName === "IFRAME") for (const menu of document.querySelectorAll("details.look[open]")) menu.open = false;
});
