// Measures the finished layout: elements wider or taller than their container, cut text, words wider than their box,
// overlapping neighbors, and constraints that are not met. Lists these problems in the preview, worded by the `data-…`
// attributes of the list, and posts them to the window that contains the preview's frame.
(() => {
  "use strict";
  const report = document.querySelector("[data-layout-report]"), screen = document.querySelector(".screen");
  if (!report || !screen) return;
  const limit = 50, slack = 1;
  const digits = report.dataset.digits || "0123456789";
  const aside = ".kind-action, .issue-messages, .hidden-note, .visually-hidden, [aria-hidden=true], .is-hidden, .note, .picture, template";
  const pointerOf = (element) => element.getAttribute("data-pointer");

  function survey() {
    const found = new Map(), rects = new Map(), flows = new Map(), texts = new Map();
    const rectOf = (element) => {
      if (!rects.has(element)) rects.set(element, element.getBoundingClientRect());
      return rects.get(element);
    };
    const flowOf = (element) => {
      if (!flows.has(element)) {
        const style = getComputedStyle(element);
        flows.set(element, [style.overflowX, style.overflowY]);
      }
      return flows.get(element);
    };
    const scrolls = (flow) => flow === "auto" || flow === "scroll";
    const note = (pointer, kind, amount, other, key = `${kind} ${pointer}`) => {
      if (!(amount > slack) || pointer === null || pointer === "") return;
      const before = found.get(key);
      if (!before || before.amount < amount) found.set(key, { pointer, kind, amount, other });
    };
    const outside = (inner, outer) => [
      Math.max(outer.left - inner.left, inner.right - outer.right),
      Math.max(outer.top - inner.top, inner.bottom - outer.bottom),
    ];

    for (const element of screen.querySelectorAll(".element[data-pointer]")) {
      if (element.closest(aside)) continue;
      const rect = rectOf(element);
      if (!rect.width && !rect.height) continue;
      let across = true, down = true, fixed = null, place = element.parentElement;
      while (place && place !== screen && !(place.matches(".element"))) {
        if (place.matches(".constrained")) fixed = place;
        const [x, y] = flowOf(place);
        across &&= !scrolls(x);
        down &&= !scrolls(y);
        place = place.parentElement;
      }
      if (!place) continue;
      const holder = rectOf(place), other = pointerOf(place) || "";
      const [x, y] = outside(rect, holder), own = pointerOf(element);
      const alone = fixed || place.matches(".constraints");
      if (across) note(own, "overflow-x", x, other, `overflow-x ${alone ? own : "in " + other}`);
      if (down && place !== screen) note(own, "overflow-y", y, other, `overflow-y ${alone ? own : "in " + other}`);
      if (fixed) {
        const [wide, tall] = outside(rect, rectOf(fixed));
        note(own, "overflow-x", wide, other);
        note(own, "overflow-y", tall, other);
      }
    }

    // The number of words that are examined for a line break inside the word. The preview breaks a word that is
    // wider than its box; a device may cut it off instead.
    let words = 3_000;
    // Characters between which no line may end: without spaces, punctuation, soft hyphens and other invisible places for
    // a line break, emoji, and scripts that are written without spaces between words.
    const breakless = /[^\s\p{P}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu;
    const range = document.createRange(), walker = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest(aside)) continue;
      const element = parent.closest(".element[data-pointer]");
      if (!element) continue;
      range.selectNodeContents(node);
      const ink = range.getBoundingClientRect();
      if (!ink.width) continue;
      const block = rectOf(element);
      if (words > 0 && node.length < 400) {
        for (const word of node.data.matchAll(breakless)) {
          if (--words < 0) break;
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const lines = [...range.getClientRects()].filter((line) => line.width > 0);
          if (new Set(lines.map((line) => Math.round(line.top))).size > 1) {
            note(pointerOf(element), "word", lines.reduce((sum, line) => sum + line.width, -block.width), null);
          }
        }
        range.selectNodeContents(node);
      }
      const text = { left: ink.left, right: ink.right, top: Math.max(ink.top, block.top), bottom: Math.min(ink.bottom, block.bottom) };
      let across = true, down = true;
      for (let place = parent; place && place !== screen && (across || down); place = place.parentElement) {
        const [x, y] = flowOf(place);
        if (scrolls(x)) across = false;
        if (scrolls(y)) down = false;
        const boxed = place.matches(".constrained");
        if (boxed) texts.set(place, [...(texts.get(place) || []), ...range.getClientRects()]);
        const [wide, tall] = outside(text, rectOf(place));
        if (across && (boxed || x !== "visible")) note(pointerOf(element), "cut", wide, null);
        if (down && (boxed || y !== "visible")) note(pointerOf(element), "cut", tall, null);
      }
    }
    // If a box overflows because its text does, both are the same fault, so only the text is reported.
    for (const [key, one] of found) {
      const inside = one.kind.startsWith("overflow") && [...found.values()].some((cut) =>
        (cut.kind === "cut" || cut.kind === "word") && (cut.pointer === one.pointer || cut.pointer.startsWith(one.pointer + "/")));
      if (inside) found.delete(key);
    }

    const meet = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const holds = (a, b) => a.left <= b.left + slack && a.right >= b.right - slack && a.top <= b.top + slack
      && a.bottom >= b.bottom - slack;
    const next = { start: "end", end: "start", center: "center" };
    const sides = {
      left: "start", leading: "start", right: "end", trailing: "end", centerX: "center", width: "size",
      top: "start", bottom: "end", centerY: "center", height: "size",
    };
    const across = new Set(["left", "right", "leading", "trailing", "centerX", "width"]);
    const at = (rect, isAcross, place) => {
      const [start, end] = isAcross ? [rect.left, rect.right] : [rect.top, rect.bottom];
      return place === "start" ? start : place === "end" ? end : place === "center" ? (start + end) / 2 : end - start;
    };
    for (const wrapper of screen.querySelectorAll(".constraints")) {
      if (wrapper.closest(aside)) continue;
      const items = [...wrapper.children].filter((item) => item.dataset.constraints)
        .sort((a, b) => a.dataset.number - b.dataset.number);
      const isRTL = getComputedStyle(wrapper).direction === "rtl", boxes = items.map(rectOf);
      const names = items.map((item) => item.querySelector(".element[data-pointer]")?.getAttribute("data-pointer") ?? null);
      // In a document inside another, all elements have the same pointer into the outer document.
      const placeOf = (n, index) => names[n] === items[n].dataset.item + "/element"
        ? `${items[n].dataset.item}/constraints/${index}` : names[n];
      items.forEach((item, n) => {
        JSON.parse(item.dataset.constraints).forEach(([kind, other, constant], index) => {
          const isAcross = across.has(kind);
          const turns = isRTL && (kind === "leading" || kind === "trailing");
          const side = turns ? next[sides[kind]] : sides[kind];
          const base = other === null ? 0 : other < 0 ? at(rectOf(wrapper), isAcross, side)
            : at(boxes[other], isAcross, next[side]);
          const off = Math.abs(at(boxes[n], isAcross, side) - base - (turns ? -constant : constant));
          note(placeOf(n, index), "constraint", off, null);
        });
        if (item.firstElementChild?.matches(".is-hidden")) return;
        for (let m = 0; m < n; m++) {
          if (!(meet(boxes[m], boxes[n]) > slack) || items[m].firstElementChild?.matches(".is-hidden")) continue;
          const lies = holds(boxes[m], boxes[n]) && !(texts.get(items[m]) || []).some((ink) => meet(ink, boxes[n]) > slack);
          if (!lies) note(names[n], "overlap", meet(boxes[m], boxes[n]), names[m], `overlap ${names[n]} ${names[m]}`);
        }
      });
    }
    return [...found.values()];
  }

  const written = (number) => String(number).replace(/\d/g, (digit) => [...digits][digit]);
  function row(problem) {
    const [line, place, words] = ["li", "code", "bdi"].map((name) => document.createElement(name));
    line.setAttribute("data-place", problem.pointer);
    place.textContent = problem.pointer;
    place.dir = "ltr";
    words.textContent = problem.text;
    line.append(place, " ", words);
    return line;
  }

  // Waits for running animations of screens before measuring; endless animations are ignored.
  const moving = () => document.getAnimations().filter((one) => one.playState === "running"
    && Number.isFinite(one.effect?.getComputedTiming().endTime));

  let sent = null;
  function tell() {
    const moves = moving();
    if (moves.length) {
      Promise.allSettled(moves.map((one) => one.finished)).then(soon);
      return;
    }
    const problems = survey().map((one) => ({ ...one, amount: Math.max(1, Math.round(one.amount)) }))
      .sort((a, b) => b.amount - a.amount).slice(0, limit)
      .map((one) => ({ ...one, text: (report.getAttribute(`data-${one.kind}`) || one.kind).replace("{amount}", written(one.amount)) }));
    const text = JSON.stringify(problems);
    if (text === sent) return;
    sent = text;
    report.hidden = !problems.length;
    report.querySelector("[data-title]").textContent = report.getAttribute("data-heading");
    report.querySelector("ul").setAttribute("aria-label", report.getAttribute("data-heading"));
    report.querySelector("[data-count]").textContent = written(problems.length);
    report.querySelector("ul").replaceChildren(...problems.map(row));
    // The pointers of an edition differ from those of the text in the page around the frame.
    if ("edition" in document.documentElement.dataset) return;
    if (window.parent !== window) window.parent.postMessage({ galley: "layout", problems }, "*");
  }

  let due = false;
  const soon = () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; tell(); });
  };
  tell();
  document.fonts?.ready.then(soon);
  new ResizeObserver(soon).observe(screen);
  addEventListener("resize", soon);
  // The page around the frame asks again if it began to listen after the messages were sent.
  addEventListener("message", (event) => {
    if (event.source !== window.parent || event.data?.galley !== "ask") return;
    sent = null;
    tell();
  });
})();
