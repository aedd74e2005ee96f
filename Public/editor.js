// The editor page. The text area is enough; the distribution's editor component (CodeMirror) is layered over it if it
// was loaded. The server sends the problems as finished HTML and the preview as an address; all sentences come from the
// server.
import { Text } from "./editor-text.js";
import { refusalOf, Trouble } from "./editor-trouble.js";
import { Recovery } from "./editor-recovery.js";
import { signedIn } from "./session.js";
import { Frames } from "./preview-frames.js";
import { placeOf, pointerAt } from "./editor-pointers.js";
import { report } from "./preview-layout.js";
import { chosen, share, takeOver } from "./preview-look.js";
import { resizable } from "./editor-panes.js";

const form = document.querySelector("[data-editor]");
const findings = form.querySelector("[data-findings]");
const controls = form.querySelector("[data-controls]");
const frame = form.querySelector("[data-frame]");
const device = form.querySelector("[data-device]");
const layout = form.querySelector("[data-layout]");
const trouble = new Trouble(document.querySelector("[data-unchecked]"));
const frameLink = form.querySelector("[data-frame-link]");
const text = new Text(form.querySelector("[data-text]"));
const stale = form.querySelector("[data-stale]");
const notText = document.querySelector("[data-not-utf8]");
const saveButton = form.querySelector("[data-save]");
const recovery = new Recovery(form.dataset.key, document.querySelector("[data-recovery]"));

/** Milliseconds without a response until a text is shown as not checked, and until the request is aborted. */
const patience = 5_000, longest = 120_000;
/** Milliseconds until a failed check is repeated: after the first failure, the second, and so on; the last repeats. */
const pauses = [1_000, 2_000, 5_000, 10_000];

let saved = form.dataset.dirty === "true" ? null : text.value;
// The index of the problem that F8 selected last (-1 for none), the number of the latest check, the timer of the next
// check, whether the page is being left on purpose, and whether a save is under way.
let problem = -1, sequence = 0, timer = 0, leaving = false, saving = false;
// The server's key for the text that the frame shows, the options with which the frame was drawn, and the text; null if
// the text is not known here, because the frame shows another one than the editor.
let shown = form.dataset.drawn, drawn = String(chosen(controls));
let drawnText = stale.hidden ? form.querySelector("[data-text]").defaultValue : null;
// True after a message from the page in the frame; false for a page that the browser could not load.
let isLoaded = false;
// The text that the shown problems are about; null if no problems are shown, or if they are about another text.
let judged = text.isTouched ? null : text.value;
// The number of checks that have failed one after the other.
let failures = 0;
const isDirty = () => text.value !== saved;

// Sends a text to be checked and drawn with the options in the query.
function judge(query, sent) {
  return signedIn(token => fetch(`${form.dataset.checks}?${query}`, {
    method: "POST", body: sent, signal: AbortSignal.timeout(longest),
    headers: {
      "Content-Type": "text/plain; charset=utf-8", "Accept": "application/json", "X-CSRF-Token": token,
      "X-Draft-Author": form.elements.author.value,
    },
  }), form.dataset.editor);
}

// Checks the text: one request for problems and preview. Only the response to the latest request is used. A check that
// the page repeats by itself does not draw the same preview again, because a person may have typed into it.
async function check(more = {}, isRepeated = false) {
  const mine = ++sequence, sent = text.value;
  clearTimeout(timer);
  const query = chosen(controls), choice = String(query);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  if (shown) query.set("shown", shown);
  // The server stores the text as its author's working copy, which is available on every device.
  for (const name of ["copy", "parent", "started"]) query.set(name, form.elements[name].value);
  for (const name of ["note", "revision_name"]) if (form.elements[name]) query.set(name, form.elements[name].value);
  findings.setAttribute("aria-busy", "true");
  const late = setTimeout(() => { if (mine === sequence) markStale(); }, patience);
  try {
    const response = await judge(query, sent);
    if (mine !== sequence) return;
    if (!response.ok || response.redirected) {
      const refusal = await refusalOf(response);
      if (mine === sequence) failed(refusal);
      return response.status;
    }
    const answer = await response.json();
    if (mine !== sequence) return;
    failures = 0;
    trouble.end();
    if (answer.text !== undefined) {
      // Text that was typed in the meantime stays, and is checked next.
      if (text.value !== sent) return;
      text.rewrite(answer.text);
      clearTimeout(timer);
    }
    findings.innerHTML = answer.findings;
    judged = answer.text ?? sent;
    problem = -1;
    text.mark([...findings.querySelectorAll("[data-line]")].map(place));
    const look = document.createElement("template");
    look.innerHTML = answer.look;
    takeOver(form, look.content);
    share(controls.dataset.query, ["revision"]);
    const now = answer.text ?? sent;
    const isSame = choice === drawn && (Boolean(answer.stale) || isRepeated && isLoaded && now === drawnText);
    // While the text has a syntax error, the preview shows an earlier text. If the server has forgotten that text, it
    // answers with a revision instead, but the frame still shows the text.
    const isKept = isSame && drawnText !== null && !answer.frame.startsWith("/previews/texts/");
    stale.hidden = !answer.stale;
    stale.textContent = answer.stale && isKept ? stale.dataset.previous : answer.stale;
    form.classList.toggle("stale", Boolean(answer.stale));
    shown = answer.shown ?? (answer.stale ? shown : undefined);
    if (!isSame) show(answer.frame, answer);
    // In place of a text with a syntax error, the frame may show a revision.
    if (!answer.stale) drawnText = now; else if (!isSame && !answer.frame.startsWith("/previews/texts/")) drawnText = null;
    drawn = choice;
  } catch (error) {
    // A response that is not JSON comes from a proxy between this page and the server.
    if (mine === sequence) failed({ reason: error instanceof SyntaxError ? "refused" : "network", isTemporary: true });
  } finally {
    clearTimeout(late);
    if (mine === sequence) findings.removeAttribute("aria-busy");
  }
}

// Handles a failed check: removes the shown problems if they are about another text, and repeats the check later if it
// may succeed then.
function failed(refusal) {
  markStale();
  trouble.show(refusal);
  if (!refusal.isTemporary) return;
  clearTimeout(timer);
  timer = setTimeout(check, pauses[Math.min(failures, pauses.length - 1)], {}, true);
  failures += 1;
}

// Sends the text that the frame shows to the server again, which stores it only in memory and for a limited time. The
// working copy stays, because its text may be newer. Returns the frame's new address, or null.
async function renewFrame() {
  const [sent, choice] = [drawnText, drawn];
  if (sent === null) return null;
  const response = await judge(choice, sent).catch(() => null);
  if (!response?.ok || response.redirected) {
    failed(response ? await refusalOf(response) : { reason: "network", isTemporary: true });
    return null;
  }
  const answer = await response.json().catch(() => null);
  if (typeof answer?.frame !== "string" || answer.stale) return null;
  // The frame may show another text by now.
  if (sent !== drawnText || choice !== drawn) return null;
  frameLink.href = answer.frame;
  return answer.frame;
}

// Removes the problems and marks the preview as stale, if they are not about the present text.
function markStale() {
  if (judged === text.value || findings.querySelector("[data-doubt]")) return;
  judged = null;
  findings.replaceChildren(form.querySelector("[data-no-verdict]").content.cloneNode(true));
  text.mark([]);
  problem = -1;
  stale.textContent = stale.dataset.notChecked;
  stale.hidden = false;
  form.classList.add("stale");
}

function place(element) {
  const data = element.dataset;
  return {
    line: Number(data.line), column: Number(data.column), endLine: Number(data.endLine), endColumn: Number(data.endColumn),
    severity: data.severity, message: data.message,
  };
}

// The frame's address is replaced in the history, so that the browser's back button leaves the page rather than a
// preview.
function show(address, shape) {
  isLoaded = false;
  frameLink.href = address;
  device.className = `device device-${shape.device}`;
  Object.assign(device.dataset, { width: shape.width, height: shape.height });
  device.toggleAttribute("data-open", shape.open);
  frame.contentWindow.location.replace(address);
}

function keep() {
  document.body.classList.toggle("dirty", isDirty());
  const { parent, started } = form.elements;
  recovery.keep(isDirty() ? { text: text.value, parent: parent.value, started: started.value } : null);
}

function changed() {
  notText.hidden = true;
  keep();
  clearTimeout(timer);
  timer = setTimeout(check, 250);
}

text.onChange(changed);
text.onUnreadableFile(() => { notText.hidden = false; });
text.mark([...findings.querySelectorAll("[data-line]")].map(place));
document.body.classList.toggle("dirty", isDirty());
// The text may have been changed before this script was loaded.
if (text.isTouched) changed();

findings.addEventListener("click", event => {
  const rewrite = event.target.closest("[data-rewrite]");
  if (rewrite) {
    event.preventDefault();
    check({ [rewrite.name]: 1 });
    text.focus();
    return;
  }
  const row = event.target.closest("[data-line]");
  const fix = event.target.closest("[data-fix]");
  if (row && fix) {
    event.preventDefault();
    text.replace(place(row), fix.dataset.fix);
    check();
  } else if (row && event.target.closest("[data-go]")) {
    event.preventDefault();
    text.select(place(row));
  }
});

// A click in the preview selects the element's text; the cursor in the text marks the element in the preview.
const go = pointer => {
  const target = placeOf(text.value, pointer);
  if (target) text.select(target);
};
const frames = new Frames([frame], {
  pick(_, pointer) { go(pointer); },
  layout(_, all) {
    report(layout, all, (link, word, pointer) => {
      const place = placeOf(text.value, pointer);
      if (place) word.textContent = `${place.line}:${place.column}`;
      link.href = "#text-heading";
      link.dataset.pointer = pointer;
    });
  },
  renew: renewFrame,
  hear() { isLoaded = true; },
});
layout.addEventListener("click", event => {
  const link = event.target.closest("[data-pointer]");
  if (!link) return;
  event.preventDefault();
  go(link.dataset.pointer);
});
form.querySelector("[data-look=gaps]").addEventListener("click", event => {
  const row = event.target.closest("[data-line]");
  if (!row || !event.target.closest("[data-go]")) return;
  event.preventDefault();
  text.select(place(row));
});
let marking = 0;
text.onCursor((line, column) => {
  clearTimeout(marking);
  marking = setTimeout(() => frames.highlight(pointerAt(text.value, line, column)), 200);
});

controls.addEventListener("change", () => check());
form.querySelector(".pane-head [name=format]").addEventListener("click", event => {
  event.preventDefault();
  check({ format: 1 });
  // The keys for undoing work only in the text.
  text.focus();
});

// Saves, and stays on the page unless the server has to show another one. The parts around the text are updated from
// the page that the server returns; the text stays, with its cursor and its undo history.
async function save() {
  if (saving) return;
  saving = true;
  text.flush();
  const sent = text.value, note = form.elements.note.value, action = saveButton.formAction;
  const send = () => fetch(action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  const response = await signedIn(send, form.dataset.editor).catch(() => null);
  saving = false;
  if (!response || response.status >= 500) {
    // The notice of an earlier save would contradict this one.
    say(null);
    trouble.unsaved(response ? await refusalOf(response) : { reason: "network", isTemporary: true });
    // The next check hides the notice if the server responds again.
    clearTimeout(timer);
    timer = setTimeout(check, pauses[0], {}, true);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html"), fresh = page.querySelector("[data-editor]");
  if (!fresh) {
    // A newer revision was saved, or the session has ended. The browser opens the page about that, which receives the
    // text.
    remember(true);
    leaving = true;
    form.action = action;
    form.submit();
  } else if (response.redirected && fresh.dataset.dirty === "true") {
    leaving = true;
    location.assign(response.url);
  } else {
    say(page.querySelector("main > .notice[role=status]"));
    trouble.end();
    if (fresh.dataset.dirty === "true") return;
    saved = sent;
    for (const name of ["parent", "started"]) form.elements[name].value = fresh.elements[name].value;
    for (const region of document.querySelectorAll("[data-saved]")) {
      region.innerHTML = page.querySelector(`[data-saved="${region.dataset.saved}"]`)?.innerHTML ?? "";
    }
    if (form.elements.note.value === note) form.elements.note.value = "";
    form.elements.revision_name.value = "";
    history.replaceState(history.state, "", new URL(response.url).pathname);
    share(controls.dataset.query);
    keep();
  }
}

// Records for this tab if saving opened another page, such as that of a conflict. Returns true if such a page was
// recorded before.
function remember(isOpened) {
  const key = `galley:left:${form.dataset.key}`;
  try {
    const was = sessionStorage.getItem(key) !== null;
    if (isOpened) sessionStorage.setItem(key, "1"); else sessionStorage.removeItem(key);
    return was;
  } catch { return false; }
}

// Shows a notice at the top of the page. Its words are added a moment later, because screen readers read only changes
// aloud.
function say(notice) {
  document.querySelector("main > .notice[role=status]")?.remove();
  if (!notice) return;
  const fresh = document.importNode(notice, true), words = [...fresh.childNodes];
  fresh.replaceChildren();
  document.querySelector("main").prepend(fresh);
  setTimeout(() => fresh.replaceChildren(...words), 50);
}

form.addEventListener("submit", event => {
  text.flush();
  const button = event.submitter;
  if (button === saveButton || button?.name === "enter" && !controls.contains(document.activeElement)) {
    event.preventDefault();
    save();
  } else if (button && (button.name === "enter" || !button.hasAttribute("formaction"))) {
    event.preventDefault();
    check();
  } else {
    // A page that opens in another tab leaves this one as it is.
    leaving = button?.getAttribute("formtarget") !== "_blank";
  }
});

addEventListener("online", () => { if (trouble.isShown) check({}, true); });
addEventListener("beforeunload", event => { if (!leaving && isDirty()) event.preventDefault(); });
addEventListener("pageshow", async event => {
  leaving = false;
  const isBack = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  // An author who goes back from a page about the text gets that text, not one that somebody else has saved since.
  const restore = document.querySelector("[data-copy] form[method=get]");
  if (remember(false) && isBack && !event.persisted && restore) {
    leaving = true;
    location.replace(restore.getAttribute("action"));
    return;
  }
  // A browser that goes back may restore another text, other options or another preview than the server sent.
  const status = isBack ? await check() : undefined;
  // The page may belong to someone who has signed out since.
  if (event.persisted && [401, 403].includes(status)) {
    leaving = true;
    location.reload();
  }
});
// F8 goes from problem to problem, as editors do, Shift+F8 backwards.
addEventListener("keydown", event => {
  if (event.key !== "F8") return;
  event.preventDefault();
  const places = [...findings.querySelectorAll("[data-line]")].map(place).filter(one => one.line > 0);
  if (places.length === 0) return;
  // Backwards, the last problem comes first.
  const before = event.shiftKey && problem < 0 ? 0 : problem;
  problem = (before + (event.shiftKey ? -1 : 1) + places.length) % places.length;
  text.select(places[problem]);
});

addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  if (event.key === "Enter") { event.preventDefault(); check(); }
  if (event.key === "s" && saveButton) { event.preventDefault(); form.requestSubmit(saveButton); }
});

// Restoring or discarding a working copy leaves the page without a warning, because this browser stores the page's
// text.
const copies = [...document.querySelectorAll("[data-copy]")];
for (const copy of copies) copy.addEventListener("submit", () => { leaving = true; });
recovery.offer(text.value, copies, kept => {
  // With these revisions, saving the text detects what others have saved since.
  for (const name of ["parent", "started"]) if (kept[name] !== undefined) form.elements[name].value = kept[name];
  text.rewrite(kept.text);
  changed();
  check();
  text.focus();
});
resizable(form);
// The address may contain the pointer of a value to select (`?at=`), for example after a click on the page that
// compares devices.
const asked = new URLSearchParams(location.search).get("at");
if (asked !== null) go(asked);
