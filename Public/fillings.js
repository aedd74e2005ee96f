// Copies the data that the preview's frame shows into the form that saves it as test data, and reads a chosen or
// dropped file into the text area. All sentences come from the server, as finished HTML.
import { textOf } from "./file-text.js";
import { signedIn } from "./session.js";

/** The maximum size of a file or a message that is read, in bytes or UTF-16 code units; the server accepts less. */
const limit = 4 << 20;

const saving = document.querySelector("[data-saving]");
if (saving) {
  const frame = document.querySelector("[data-frame]");
  const form = document.getElementById("saving");
  const [name, data] = [saving.querySelector("[name=name]"), saving.querySelector("[data-saving-data]")];
  const answer = saving.querySelector("[data-saving-answer]"), away = saving.querySelector("[data-saving-away]");
  const failure = saving.querySelector("[data-saving-failure]"), own = saving.querySelector("[data-saving-own]");
  // True from the request for the frame's values until they arrive or a person types others, also if they could not be
  // collected; and whether the form was submitted meanwhile. It then waits, or it would save values from before.
  let isCollecting = false, isWaiting = false, timer = 0;
  // True while the text area has a person's own text, which values of the frame must not replace; while the values have
  // just been collected for the submitted form; and while a request to save is under way.
  let isOwn = false, isNewest = false, isSending = false;
  const patience = 20_000;
  const collect = () => {
    isCollecting = true;
    away.hidden = true;
    clearTimeout(timer);
    timer = setTimeout(fail, patience);
    frame.contentWindow.postMessage({ galley: "collect" }, "*");
  };
  const fail = (isRefused = false) => {
    if (!isCollecting) return;
    clearTimeout(timer);
    isWaiting = false;
    away.querySelector("[data-unreached]").hidden = isRefused;
    away.querySelector("[data-refused]").hidden = !isRefused;
    away.hidden = false;
  };
  const collected = () => {
    isCollecting = false;
    away.hidden = true;
    clearTimeout(timer);
    const wasWaiting = isWaiting;
    isWaiting = false;
    if (!wasWaiting) return;
    isNewest = true;
    form.requestSubmit();
    isNewest = false;
  };
  away.querySelector("button").addEventListener("click", collect);
  own.querySelector("button").addEventListener("click", () => {
    takeOver();
    collect();
  });
  // From now on, the text area has the frame's values.
  const takeOver = () => {
    isOwn = false;
    own.hidden = true;
  };
  data.addEventListener("input", () => {
    isOwn = true;
    own.hidden = false;
    isWaiting = false;
    collected();
  });

  // A sandboxed frame has no origin of its own, so its messages are recognized by its window.
  addEventListener("message", event => {
    const message = event.data;
    if (event.source !== frame.contentWindow || message === null || typeof message !== "object") return;
    if (message.galley === "away") fail(message.isRefused === true);
    if (message.galley !== "data" || typeof message.json !== "string" || message.json.length > limit) return;
    if (!saving.open || !isOwn) data.value = message.json;
    collected();
  });
  saving.addEventListener("toggle", () => {
    if (!saving.open) return;
    answer.replaceChildren();
    failure.hidden = true;
    // The panel also closes when a person clicks elsewhere, which must not discard their text.
    if (!isOwn) collect();
    name.focus();
  });

  // Saves without leaving the page, because the page may contain unsaved text. The frame does not report every key, so
  // its values are collected again first.
  form.addEventListener("submit", async event => {
    event.preventDefault();
    if (isSending) return;
    if (!isOwn && !isNewest) {
      isWaiting = true;
      if (!isCollecting || !away.hidden) collect();
      return;
    }
    isSending = true;
    answer.replaceChildren();
    failure.hidden = true;
    try {
      const response = await signedIn(send, location.href);
      const isJSON = response.headers.get("content-type")?.includes("json");
      if (!isJSON && (response.type === "opaqueredirect" || [401, 403].includes(response.status))) {
        failed("ended");
      } else if (!isJSON) {
        // The browser opens other pages in a new tab.
        form.submit();
      } else {
        show(await response.json());
      }
    } catch {
      failed("unreached");
    } finally {
      isSending = false;
    }
  });
  const send = () => fetch(form.action, {
    method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" },
    redirect: "manual", signal: AbortSignal.timeout(patience),
  });
  const failed = reason => {
    for (const part of failure.querySelectorAll("[data-reason]")) part.hidden = part.dataset.reason !== reason;
    failure.hidden = false;
  };
  const show = saved => {
    answer.innerHTML = saved.answer;
    if (saved.choice) takeOver();
    name.setAttribute("aria-invalid", String(saved.wrongName));
    const menu = document.querySelector("select[name=fill]");
    if (saved.choice && menu && ![...menu.options].some(option => option.value === saved.choice)) {
      menu.append(new Option(saved.name, saved.choice));
    }
  };
  lead(answer, data);
}

/** Makes a click on the position of a problem in a list select the problem's text in a text area. */
function lead(problems, area) {
  problems?.addEventListener("click", event => {
    const row = event.target.closest("[data-go]")?.closest("[data-line]");
    if (!row) return;
    event.preventDefault();
    select(area, row.dataset);
  });
}

/** Selects a range of a text area, given in lines and columns from 1. */
function select(area, place) {
  const lines = area.value.split("\n");
  const at = (line, column) => lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + Math.max(0, column - 1);
  const [start, end] = [at(Number(place.line), Number(place.column)), at(Number(place.endLine), Number(place.endColumn))];
  area.focus();
  area.setSelectionRange(start, Math.max(end, start + 1));
}

const upload = document.querySelector("[data-upload]");
if (upload) {
  const area = upload.querySelector("[data-upload-text]"), name = upload.querySelector("[name=name]");
  const picker = upload.querySelector("[data-upload-file]"), tooLarge = upload.querySelector("[data-upload-large]");
  const notText = upload.querySelector("[data-upload-not-utf8]");
  picker.hidden = false;

  async function take(file) {
    tooLarge.hidden = !file || file.size <= limit;
    notText.hidden = true;
    if (!file || file.size > limit) return;
    const text = await textOf(file);
    notText.hidden = text !== null;
    if (text === null) return;
    area.value = text;
    if (!name.value) name.value = file.name.replace(/\.json$/i, "").slice(0, 100);
    name.focus();
  }
  picker.querySelector("input").addEventListener("change", event => take(event.target.files[0]));
  for (const type of ["dragenter", "dragover"]) {
    upload.addEventListener(type, event => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      upload.classList.add("dropping");
    });
  }
  for (const type of ["dragleave", "drop"]) upload.addEventListener(type, () => upload.classList.remove("dropping"));
  upload.addEventListener("drop", event => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  lead(document.querySelector("[data-problems]"), area);
}
