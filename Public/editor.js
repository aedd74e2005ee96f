// The editor page. The text area alone is enough; the distribution's component is layered over it when it was loaded.
// Problems and preview come from the server as finished HTML and an address; no sentence is written here.
import { Text } from "./editor-text.js";
import { Recovery } from "./editor-recovery.js";
import { Frames } from "./preview-frames.js";
import { placeOf, pointerAt } from "./editor-pointers.js";
import { report } from "./preview-layout.js";
import { chosen, share, takeOver } from "./preview-look.js";

const form = document.querySelector("[data-editor]");
const findings = form.querySelector("[data-findings]");
const controls = form.querySelector("[data-controls]");
const frame = form.querySelector("[data-frame]");
const device = form.querySelector("[data-device]");
const layout = form.querySelector("[data-layout]");
const unchecked = document.querySelector("[data-unchecked]");
const frameLink = form.querySelector("[data-frame-link]");
const text = new Text(form.querySelector("[data-text]"));
const saved = form.dataset.dirty === "true" ? null : text.value;
const recovery = new Recovery(form.dataset.key, document.querySelector("[data-recovery]"));

let problem = -1, sequence = 0, timer = 0, leaving = false;
const isDirty = () => text.value !== saved;

// Checking: one request for problems and preview; only the latest answer counts.
async function check(more = {}) {
  const mine = ++sequence;
  clearTimeout(timer);
  const query = chosen(controls);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  findings.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(`${form.dataset.checks}?${query}`, {
      method: "POST", body: text.value,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Accept": "application/json", "X-CSRF-Token": form.elements.csrf.value },
    });
    if (mine !== sequence) return;
    unchecked.hidden = response.ok;
    if (!response.ok) return;
    const answer = await response.json();
    if (mine !== sequence) return;
    if (answer.text !== undefined) text.value = answer.text;
    findings.innerHTML = answer.findings;
    problem = -1;
    text.mark([...findings.querySelectorAll("[data-line]")].map(place));
    const look = document.createElement("template");
    look.innerHTML = answer.look;
    takeOver(form, look.content);
    share(controls.dataset.query, ["revision"]);
    show(answer.frame, answer);
  } catch {
    if (mine === sequence) unchecked.hidden = false;
  } finally {
    if (mine === sequence) findings.removeAttribute("aria-busy");
  }
}

function place(element) {
  const data = element.dataset;
  return {
    line: Number(data.line), column: Number(data.column), endLine: Number(data.endLine), endColumn: Number(data.endColumn),
    severity: data.severity, message: data.message,
  };
}

// The frame is replaced in place, so that the browser's back button leaves the page rather than a preview.
function show(address, shape) {
  frameLink.href = address;
  device.className = `device device-${shape.device}`;
  Object.assign(device.dataset, { width: shape.width, height: shape.height });
  frame.contentWindow.location.replace(address);
}

function changed() {
  form.classList.toggle("dirty", isDirty());
  document.body.classList.toggle("dirty", isDirty());
  recovery.keep(isDirty() ? text.value : null);
  clearTimeout(timer);
  timer = setTimeout(check, 250);
}

text.onChange(changed);
text.mark([...findings.querySelectorAll("[data-line]")].map(place));
document.body.classList.toggle("dirty", isDirty());
// Pasted before this script was there.
if (text.isTouched) changed();

findings.addEventListener("click", event => {
  if (event.target.closest("[name=cure]")) {
    event.preventDefault();
    check({ cure: 1 });
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

// A click in the preview leads to the text; the cursor in the text marks the element in the preview.
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
form.querySelector("[name=format]").addEventListener("click", event => { event.preventDefault(); check({ format: 1 }); });
form.addEventListener("submit", event => {
  text.flush();
  const button = event.submitter;
  if (button && !button.hasAttribute("formaction")) {
    event.preventDefault();
    check();
  } else {
    // What opens beside this page leaves it as it is.
    leaving = button?.getAttribute("formtarget") !== "_blank";
  }
});

addEventListener("beforeunload", event => { if (!leaving && isDirty()) event.preventDefault(); });
addEventListener("pageshow", () => { leaving = false; });
// F8 goes from problem to problem, as editors do.
addEventListener("keydown", event => {
  if (event.key !== "F8") return;
  event.preventDefault();
  const places = [...findings.querySelectorAll("[data-line]")].map(place).filter(one => one.line > 0);
  if (places.length === 0) return;
  problem = (problem + (event.shiftKey ? -1 : 1) + places.length) % places.length;
  text.select(places[problem]);
});

addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const save = form.querySelector("[data-save]");
  if (event.key === "Enter") { event.preventDefault(); check(); }
  if (event.key === "s" && save) { event.preventDefault(); form.requestSubmit(save); }
});

recovery.offer(text.value, kept => { text.value = kept; changed(); check(); text.focus(); });
// A page about this text may ask for a place of it.
const asked = new URLSearchParams(location.search).get("at");
if (asked !== null) go(asked);
