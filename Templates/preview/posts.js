// Posts a form when a value on which others depend has changed. If the server cannot be reached, the page stays and says
// so. After every post, restores the focus and the scroll position: the post contains them in a field, and the response
// repeats them in `data-view-state`. Scripts do not change the history: browsers request a changed entry without its
// posted data, so “Back” would show an empty form.
//
// Scripts after this one use `posts`, so that their posts are delayed and remembered in the same way.
const posts = (() => {
  "use strict";
  const root = document.documentElement, scroller = document.scrollingElement ?? root, pause = 300;
  const isOwn = (form) => form instanceof HTMLFormElement && form.hasAttribute("action") && !form.closest("[inert]");
  const isText = (field) => field instanceof HTMLTextAreaElement
    || field instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(field.type);
  const controls = "input:not([type=hidden]), select, textarea, button, summary";

  // Before a post: describes the focused control or the pressed button, so that the response can focus it again.
  const described = (element) => ({
    id: element.id, name: element.name, value: element instanceof HTMLButtonElement ? element.value : undefined,
    around: element.parentElement?.closest("[id]")?.id,
    caret: isText(element) && element.selectionStart !== null ? [element.selectionStart, element.selectionEnd] : undefined,
  });
  const rowsOf = (list) => [...list.children].filter((one) => one.matches(".row, .entry"));
  const viewState = (form, button) => {
    const place = {
      top: Math.round(scroller.scrollTop), form: [...document.forms].indexOf(form),
      // Lists that scroll by themselves, with their content: a list with other content is not scrolled.
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

  // After a post: focuses an element, and opens the details that contain it.
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
  // Scrolls only this document, not the page around the frame.
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
  if (root.dataset.viewState) {
    const place = JSON.parse(root.dataset.viewState);
    for (const [id, holds, top] of place.lists ?? []) {
      const list = document.getElementById(id);
      if (list?.dataset.holds === holds) list.scrollTop = top;
    }
    // For a page from the history, the browser restores the position.
    if (performance.getEntriesByType("navigation")[0]?.type !== "back_forward") restore(place);
  }

  // Posting.
  let posting = null, waiting = null, timer = 0, isDown = false, isComposing = false;
  // The requests that find out if a post would succeed, and whether they have just succeeded.
  let probe = null, isReached = false, probes = 0;
  // Other documents in the same frame have other numbers, so a late answer to one of them is not taken for one's own.
  const origin = performance.timeOrigin;
  const patience = 10_000, away = document.querySelector("[data-away]");
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
    posting = probe = null;
  };
  // A post that fails replaces the page by the browser's error page, without the values typed into it. So a post waits
  // until the server has answered another request. The page's policy allows only requests for pictures, and only the
  // icon can be loaded from a sandbox.
  const reach = (form, button) => {
    const icon = new Image(), own = probe = { number: `${origin}/${++probes}`, form, button };
    icon.onload = () => { if (probe === own) ask(own); };
    icon.onerror = () => answered(own, false);
    setTimeout(() => { if (!own.isAsked) answered(own, false); }, patience);
    icon.src = `/favicon.ico?${Date.now()}`;
  };
  // The server stores an unsaved text for a limited time. The page around the frame may request its address, and can
  // send the text again.
  const actionOf = (form) => new URL(form.getAttribute("action"), location.href);
  const isUnsaved = window.parent !== window && location.pathname.startsWith("/previews/texts/");
  const ask = (own) => {
    own.isAsked = true;
    if (!isUnsaved) {
      answered(own, true);
      return;
    }
    setTimeout(answered, patience, own, false, true);
    window.parent.postMessage({ galley: "posting", number: own.number, address: actionOf(own.form).href }, "*");
  };
  addEventListener("message", (event) => {
    const message = event.data;
    if (event.source !== window.parent || message?.galley !== "posting" || !probe || message.number !== probe.number) return;
    if (typeof message.address === "string") move(probe.form, message.address);
    answered(probe, message.isStored === true, message.isReached === true);
  });
  // Only the server signs addresses, so the signed parts are taken over; the form's own options stay.
  const move = (form, address) => {
    const own = actionOf(form), fresh = new URL(address, location.href);
    own.pathname = fresh.pathname;
    for (const name of ["expires", "signature", "shown"]) {
      if (fresh.searchParams.has(name)) own.searchParams.set(name, fresh.searchParams.get(name));
      else own.searchParams.delete(name);
    }
    form.setAttribute("action", own.pathname + own.search);
  };
  const answered = (own, mayPost, isRefused = false) => {
    if (probe !== own) return;
    const { form, button } = own;
    probe = null;
    if (mayPost) {
      isReached = true;
      form.requestSubmit(button?.isConnected ? button : null);
      // Another script may have canceled the post.
      if (isReached) ended();
      isReached = false;
      return;
    }
    ended();
    // The page around the frame may wait for the values.
    if (window.parent !== window) window.parent.postMessage({ galley: "away", isRefused }, "*");
    const focused = document.activeElement;
    away.querySelector("button").onclick = () => {
      away.hidden = true;
      focus(focused);
      form.requestSubmit(button?.isConnected ? button : null);
    };
    away.querySelector("[data-unreached]").hidden = isRefused;
    away.querySelector("[data-refused]").hidden = !isRefused;
    away.hidden = false;
    // The page around the frame may have scrolled the top of this page out of sight, but hardly the used control. Some
    // browsers do not focus a pressed button.
    const used = focused === document.body ? button ?? form : focused, box = used.getBoundingClientRect();
    const { height } = away.getBoundingClientRect(), above = box.top - height - 8;
    const top = above < 8 ? box.bottom + 8 : above;
    away.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  };
  // Text typed while a response is loading would be lost with the page, so the loading stops and the form is posted
  // again when the person pauses.
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
  const setHidden = (form, name, value) => {
    const field = form.querySelector(`:scope > input[name=${name}]`) ?? document.createElement("input");
    [field.type, field.name, field.value] = ["hidden", name, value];
    form.append(field);
  };
  // Returns the key of the module that contains a form in the walk at a nesting depth.
  const placeIn = (form, depth) => form.querySelector(`:scope > input[name=_at${depth}]`)?.value;
  // Only one form is posted; the values of the walk's other forms are added to it, by the key of their module.
  const valuesOf = (form, others) => {
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
        [place, [...new FormData(first)].filter(isInside).concat(valuesOf(first, rest))]))]];
    });
  };
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (event.defaultPrevented || !isOwn(form)) return;
    clearTimeout(timer);
    [posting, waiting] = [{ form, button }, null];
    form.setAttribute("aria-busy", "true");
    if (!isReached) {
      event.preventDefault();
      away.hidden = true;
      reach(form, button);
      return;
    }
    isReached = false;
    // Without scripts, a fragment scrolls to the position; with scripts it would only add entries to the history.
    form.setAttribute("action", form.getAttribute("action").split("#")[0]);
    button?.removeAttribute("formaction");
    setHidden(form, "_view-state", JSON.stringify(viewState(form, button)));
    for (const [name, value] of valuesOf(form, [...document.forms].filter((one) => one !== form && isOwn(one)))) setHidden(form, name, value);
  });
  document.addEventListener("input", hold);
  document.addEventListener("focusin", hold);
  document.addEventListener("compositionstart", (event) => { isComposing = true; hold(event); });
  document.addEventListener("compositionend", (event) => { isComposing = false; hold(event); });
  document.addEventListener("pointerdown", () => { isDown = true; }, true);
  // A pressed button posts the form itself, so a waiting post is delayed until the pointer is released.
  for (const type of ["pointerup", "pointercancel", "dragend"]) document.addEventListener(type, () => {
    isDown = false;
    if (waiting) later(waiting.form, waiting.button, 30);
  }, true);
  // A page from the history is in the state before the post.
  addEventListener("pageshow", () => { ended(); waiting = null; });
  document.addEventListener("change", (event) => {
    const field = event.target instanceof Element ? event.target.closest("[data-refreshes]") : null;
    const button = root.classList.contains("framed") && field?.form?.querySelector("button[value=refresh]");
    // The focus moves to the next control after the change event, so the post waits for it.
    if (button) later(field.form, button, waiting ? pause : 0);
  });
  // A link to a field moves the focus without adding a history entry, because “Back” to such an entry of a posted page
  // would show an empty form.
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
    /** Presses a button of a form when the person pauses. */
    later: (form, button) => later(form, button),
    /** Cancels the waiting press of a button. */
    drop: (button) => {
      if (waiting?.button !== button) return;
      clearTimeout(timer);
      waiting = null;
    },
    /** Returns true if a form was posted or is about to be posted. */
    isBusy: (form) => posting?.form === form || waiting?.form === form,
    /** Returns true while an input method composes a word. */
    isComposing: () => isComposing,
  };
})();
