// Posts forms after a change on which others depend, and brings the person back to where they were after every post: the
// post says it in a field, and the answer repeats it in `data-whereabouts`. The history is left alone: an entry that a
// script has touched is asked for again without what was posted, and “Back” would lead to an empty form.
//
// `posts` is for the scripts that come after this one: what they post is waited for, held and remembered like the rest.
const posts = (() => {
  "use strict";
  const root = document.documentElement, scroller = document.scrollingElement ?? root, pause = 300;
  const isOwn = (form) => form instanceof HTMLFormElement && form.hasAttribute("action") && !form.closest("[inert]");
  const isText = (field) => field instanceof HTMLTextAreaElement
    || field instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(field.type);
  const controls = "input:not([type=hidden]), select, textarea, button, summary";

  // Before the post: where the person is, or what the button leads to.
  const described = (element) => ({
    id: element.id, name: element.name, value: element instanceof HTMLButtonElement ? element.value : undefined,
    around: element.parentElement?.closest("[id]")?.id,
    caret: isText(element) && element.selectionStart !== null ? [element.selectionStart, element.selectionEnd] : undefined,
  });
  const rowsOf = (list) => [...list.children].filter((one) => one.matches(".row, .entry"));
  const whereabouts = (form, button) => {
    const place = {
      top: Math.round(scroller.scrollTop), form: [...document.forms].indexOf(form),
      // Lists that scroll by themselves, with what they hold: another content is seen from its beginning.
      lists: [...document.querySelectorAll("[data-holds]")].filter((list) => list.scrollTop)
        .map((list) => [list.id, list.dataset.holds, Math.round(list.scrollTop)]),
    };
    const verb = button?.value.split(":")[0] ?? "refresh", active = document.activeElement;
    if (button?.name.startsWith("_go")) Object.assign(place, { flow: form.id }, described(button));
    else if (verb === "add" || verb === "remove") {
      const row = button.closest(".row, .entry");
      place.rows = button.closest("fieldset.rows, .cell.list")?.id;
      if (verb === "remove" && row) place.row = rowsOf(row.parentElement).indexOf(row);
    } else if (/^(next|submit|back|step|restart)$/.test(verb)) place.moved = true;
    else if (!/^(refresh|search|more)$/.test(verb)) Object.assign(place, described(button));
    else if (document.hasFocus() && active !== document.body) Object.assign(place, described(active));
    return place;
  };

  // After it.
  const focus = (element) => {
    if (!element) return;
    for (let outer = element.parentElement?.closest("details"); outer; outer = outer.parentElement.closest("details")) outer.open = true;
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  };
  const setCaret = (field, caret) => {
    if (field.selectionStart === null) getSelection().modify("move", "forward", "lineboundary");
    else if (caret) field.setSelectionRange(...caret);
  };
  // Scrolls this document alone, never the page around it.
  const show = (element) => {
    const box = element.getBoundingClientRect(), room = innerHeight - 96;
    if (box.top < 0 || box.bottom > room) scroller.scrollTop += box.top - Math.max(12, Math.min(96, room - box.height));
  };
  const controlOf = (element) => element.matches(controls) ? element : element.querySelector(controls);
  const sameAs = (place) => {
    const own = place.id && document.getElementById(place.id), around = place.around && document.getElementById(place.around);
    if (own) return controlOf(own);
    const named = place.name ? [...document.getElementsByName(place.name)] : [];
    const same = named.filter((one) => place.value === undefined || one.value === place.value);
    return same.find((one) => one.form === document.forms[place.form]) ?? same[0] ?? (around && (controlOf(around) ?? around));
  };
  const restore = (place) => {
    scroller.scrollTop = place.top;
    const walk = place.flow && document.getElementById(place.flow)?.closest(".flow")?.querySelector(".flow-steps");
    if (walk) {
      focus(walk.closest(".flow").querySelector(".flow-steps > .flow-step > .flow-stage > .flow-layer"));
      scroller.scrollTop += walk.getBoundingClientRect().top - 12;
    } else if (place.rows) {
      const list = document.getElementById(place.rows), rows = list ? rowsOf(list) : [];
      const row = place.row === undefined ? rows.at(-1) : rows[Math.min(place.row, rows.length - 1)];
      const field = row?.querySelector("input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)");
      const next = field ?? row ?? list?.querySelector("button:not(:disabled)") ?? list;
      focus(next);
      if (next) show(row ?? next);
    } else if (place.moved) {
      const form = document.forms[place.form] ?? document;
      const next = form.querySelector(".summary[role=alert]")
        ?? [...form.querySelectorAll(".done, .fields > h2, .bar h1, .fields")].find((one) => one.getClientRects().length);
      focus(next);
      if (next) show(next);
    } else {
      const field = sameAs(place);
      focus(field);
      if (field && field === document.activeElement && isText(field)) setCaret(field, place.caret);
    }
  };
  if (root.dataset.whereabouts) {
    const place = JSON.parse(root.dataset.whereabouts);
    for (const [id, holds, top] of place.lists ?? []) {
      const list = document.getElementById(id);
      if (list?.dataset.holds === holds) list.scrollTop = top;
    }
    // A page that comes back from the history is put where it was by the browser.
    if (performance.getEntriesByType("navigation")[0]?.type !== "back_forward") restore(place);
  }

  // Posting.
  let posting = null, waiting = null, timer = 0, isDown = false, isComposing = false;
  const later = (form, button, wait = pause) => {
    clearTimeout(timer);
    waiting = { form, button };
    timer = setTimeout(() => {
      if (isDown || isComposing) return;
      form.requestSubmit(button?.isConnected ? button : null);
    }, wait);
  };
  const ended = () => {
    posting?.form.removeAttribute("aria-busy");
    posting = null;
  };
  // What is typed while an answer is under way must not be lost with the page: that answer is not waited for any more,
  // and the post is made again once the person pauses.
  const hold = (event) => {
    const field = event.target, form = field instanceof Element ? field.form : null;
    if (!form) return;
    if (posting && posting.form === form) {
      window.stop();
      waiting = posting;
      ended();
    }
    if (waiting && waiting.form === form) later(form, waiting.button);
  };
  const say = (form, name, value) => {
    const field = form.querySelector(`:scope > input[name=${name}]`) ?? document.createElement("input");
    [field.type, field.name, field.value] = ["hidden", name, value];
    form.append(field);
  };
  // Where a form of a walk stands: by depth, the place in the walk of the module that shows it.
  const placeIn = (form, depth) => form.querySelector(`:scope > input[name=_at${depth}]`)?.value;
  // Only one form is posted: what stands in the others of the walk goes along with it, as the fields of their modules.
  const along = (form, others) => {
    const bundles = [];
    for (const other of others) {
      let depth = 0;
      while (placeIn(form, depth) !== undefined && placeIn(form, depth) === placeIn(other, depth)) depth += 1;
      const place = placeIn(other, depth);
      if (place === undefined || placeIn(form, depth) === undefined) continue;
      bundles[depth] ??= new Map();
      bundles[depth].set(place, [...bundles[depth].get(place) ?? [], other]);
    }
    return bundles.flatMap((modules, depth) => {
      const isInside = ([name]) => !(Number(/^_(?:walk|at|kept|also)(\d+)$/.exec(name)?.[1] ?? Infinity) <= depth);
      return [[`_also${depth}`, JSON.stringify([...modules].map(([place, [first, ...rest]]) =>
        [place, [...new FormData(first)].filter(isInside).concat(along(first, rest))]))]];
    });
  };
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (event.defaultPrevented || !isOwn(form)) return;
    clearTimeout(timer);
    [posting, waiting] = [{ form, button }, null];
    // Without script a fragment brings one back to the place; with it, it would be one more address of the page.
    form.setAttribute("action", form.getAttribute("action").split("#")[0]);
    button?.removeAttribute("formaction");
    say(form, "_whereabouts", JSON.stringify(whereabouts(form, button)));
    for (const [name, value] of along(form, [...document.forms].filter((one) => one !== form && isOwn(one)))) say(form, name, value);
    form.setAttribute("aria-busy", "true");
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
  addEventListener("pageshow", () => { ended(); waiting = null; });
  document.addEventListener("change", (event) => {
    const field = event.target instanceof Element ? event.target.closest("[data-refreshes]") : null;
    const button = root.classList.contains("framed") && field?.form?.querySelector("button[value=refresh]");
    // The focus is where it goes to only after the change.
    if (button) later(field.form, button, waiting ? pause : 0);
  });
  // A link to a field leads there without an entry of its own in the history, to which “Back” would lead without a post.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href^='#']");
    const target = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!target || event.defaultPrevented) return;
    event.preventDefault();
    const control = target.matches(`${controls}, [tabindex]`) ? target : target.querySelector(controls) ?? target;
    focus(control);
    show(target);
  });

  return {
    /** Presses a button of a form once the person pauses. */
    later: (form, button) => later(form, button),
    /** Does not press it after all. */
    drop: (button) => {
      if (waiting?.button !== button) return;
      clearTimeout(timer);
      waiting = null;
    },
    /** Whether a form was posted, or is about to be. */
    isBusy: (form) => posting?.form === form || waiting?.form === form,
    /** Whether a word is being composed. */
    isComposing: () => isComposing,
  };
})();
