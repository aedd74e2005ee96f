// Posts forms after a change on which others depend, and keeps focus, caret and scroll position over every post: they
// travel in the fragment of the address that is posted to, which no server sees.
(() => {
  "use strict";
  const scroller = document.scrollingElement ?? document.documentElement, pause = 300, prefix = "#place=";
  const isOwn = (form) => form instanceof HTMLFormElement && form.hasAttribute("action") && !form.matches(".option-sheet");
  const isText = (field) => field instanceof HTMLTextAreaElement
    || field instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(field.type);

  // Before the post: where the person is, or what the button leads to.
  const described = (element) => ({
    id: element.id, name: element.name, value: element instanceof HTMLButtonElement ? element.value : undefined,
    around: element.parentElement?.closest("[id]")?.id,
    caret: isText(element) ? [element.selectionStart, element.selectionEnd] : undefined,
  });
  const placeOf = (form, button) => {
    const place = { top: Math.round(scroller.scrollTop) }, verb = button ? button.value.split(":")[0] : "refresh";
    if (button && form.id && button.name.startsWith("_go")) place.flow = form.id;
    else if (verb === "add" || verb === "remove") {
      const row = button.closest(".row, .entry");
      place.rows = button.closest("fieldset.rows, .cell.list")?.id;
      if (verb === "remove" && row) place.row = rowsOf(row.parentElement).indexOf(row);
    } else if (/^(next|submit|back|step|restart)$/.test(verb)) place.moved = true;
    else if (verb !== "refresh") Object.assign(place, described(button));
    else if (document.hasFocus() && document.activeElement !== document.body) Object.assign(place, described(document.activeElement));
    return place;
  };
  const rowsOf = (list) => [...list.children].filter((one) => one.matches(".row, .entry"));

  // After it.
  const controls = "input:not([type=hidden]), select, textarea, button, summary";
  const focus = (element) => {
    if (!element) return;
    for (let outer = element.parentElement?.closest("details"); outer; outer = outer.parentElement.closest("details")) outer.open = true;
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  };
  const setCaret = (field, [start, end]) => {
    if (start !== null && field.selectionStart !== null) field.setSelectionRange(start, end);
    else getSelection().modify("move", "forward", "lineboundary");
  };
  // Scrolls this document alone, never the page around it.
  const show = (element) => {
    const box = element.getBoundingClientRect(), room = innerHeight - 96;
    if (box.top < 0 || box.bottom > room) scroller.scrollTop += box.top - Math.max(12, Math.min(96, room - box.height));
  };
  const sameAs = (place) => {
    const own = place.id && document.getElementById(place.id);
    if (own) return own.matches(controls) ? own : own.querySelector(controls);
    const named = place.name && [...document.getElementsByName(place.name)];
    const found = named && named.find((one) => place.value === undefined || one.value === place.value);
    const around = place.around && document.getElementById(place.around);
    return found || around && (around.matches(controls) ? around : around.querySelector(controls) ?? around);
  };
  const restore = (place) => {
    scroller.scrollTop = Number(place.top) || 0;
    if (place.flow) {
      const flow = document.getElementById(place.flow)?.closest(".flow"), walk = flow?.querySelector(".flow-stack");
      focus(flow?.querySelector(".flow-steps > .flow-step > .flow-stage > .flow-layer"));
      if (walk) scroller.scrollTop += walk.getBoundingClientRect().top - 12;
    } else if (place.rows) {
      const list = document.getElementById(place.rows), rows = list ? rowsOf(list) : [];
      const row = place.row === undefined ? rows.at(-1) : rows[Math.min(place.row, rows.length - 1)];
      const field = row?.querySelector("input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)");
      const next = field ?? row ?? list?.querySelector("button:not(:disabled)") ?? list;
      focus(next);
      if (next) show(row ?? next);
    } else if (place.moved) {
      const summary = document.querySelector(".summary[role=alert]");
      const next = summary ?? document.querySelector(".form .done, .form .fields > h2, .form > .bar h1, .form .fields");
      focus(next);
      if (next) show(next);
    } else {
      const field = sameAs(place);
      focus(field);
      if (field && field === document.activeElement && place.caret && isText(field)) setCaret(field, place.caret);
    }
  };
  if (location.hash.startsWith(prefix)) {
    let place = null;
    try {
      place = JSON.parse(decodeURIComponent(location.hash.slice(prefix.length)));
      history.replaceState(history.state, "", location.href.split("#")[0]);
    } catch { /* An address that somebody else wrote. */ }
    if (place && typeof place === "object") restore(place);
  }

  // Posting.
  let posting = null, waiting = null, timer = 0, isDown = false, isComposing = false;
  const later = (form, button, wait) => {
    clearTimeout(timer);
    waiting = { form, button };
    timer = setTimeout(() => {
      if (isDown || isComposing) return;
      form.requestSubmit(button?.isConnected ? button : null);
    }, wait);
  };
  // What is typed while an answer is under way must not be lost with the page: that answer is not waited for any more,
  // and the post is made again once the person pauses.
  const hold = (event) => {
    const field = event.target, form = field instanceof Element ? field.form : null;
    if (!form) return;
    if (posting && posting.form === form) {
      window.stop();
      waiting = posting;
      posting = null;
    }
    if (waiting && waiting.form === form) later(form, waiting.button, pause);
  };
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !isOwn(event.target)) return;
    clearTimeout(timer);
    [posting, waiting] = [{ form: event.target, button: event.submitter }, null];
    const address = event.target.getAttribute("action").split("#")[0];
    event.target.setAttribute("action", address + prefix + encodeURIComponent(JSON.stringify(placeOf(event.target, event.submitter))));
  });
  document.addEventListener("input", hold);
  document.addEventListener("focusin", hold);
  document.addEventListener("compositionstart", (event) => { isComposing = true; hold(event); });
  document.addEventListener("compositionend", (event) => { isComposing = false; hold(event); });
  document.addEventListener("pointerdown", () => { isDown = true; }, true);
  // A button that is pressed posts the form itself.
  for (const type of ["pointerup", "pointercancel", "dragend"]) document.addEventListener(type, () => {
    isDown = false;
    if (waiting) later(waiting.form, waiting.button, 30);
  }, true);
  // A page that comes back from the history is as it was before the post.
  addEventListener("pageshow", () => { posting = waiting = null; });
  if (!document.documentElement.classList.contains("framed")) return;
  document.addEventListener("change", (event) => {
    const field = event.target instanceof Element ? event.target.closest("[data-refreshes]") : null;
    const button = field?.form?.querySelector("button[value=refresh]");
    // The focus is where it goes to only after the change.
    if (button) later(field.form, button, waiting ? pause : 0);
  });
})();
