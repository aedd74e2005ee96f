// Shows the editor's notice about why a text could not be checked or saved. The page's HTML has a hidden paragraph for
// each reason.

/**
 * Returns the reason why a request was refused: `session` if the session has ended, `answer` if the response is an
 * error page with a sentence, which is returned too, and `refused` otherwise. `isTemporary` is true if the same request
 * may succeed later.
 */
export async function refusalOf(response) {
  if (response.status === 401 || response.redirected) return { reason: "session", isTemporary: true };
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const sentence = page.querySelector("[data-what]")?.textContent ?? "";
  const isTemporary = response.status >= 500 || [403, 408, 429].includes(response.status);
  return { reason: sentence ? "answer" : "refused", sentence, isTemporary };
}

export class Trouble {
  #notice;
  #shown = "";

  constructor(notice) { this.#notice = notice; }

  get isShown() { return !this.#notice.hidden; }

  /** Shows the reason. The same reason again changes nothing, because screen readers read every change aloud. */
  show({ reason, sentence = "", isTemporary }) {
    const notice = this.#notice, key = JSON.stringify([reason, sentence, isTemporary]);
    if (this.isShown && key === this.#shown) return;
    this.#shown = key;
    for (const part of notice.querySelectorAll("[data-reason]")) part.hidden = part.dataset.reason !== reason;
    notice.querySelector("[data-reason=answer]").textContent = sentence;
    notice.querySelector("[data-again]").hidden = !isTemporary;
    notice.querySelector("[data-again-later]").hidden = isTemporary;
    notice.hidden = false;
  }

  /** Shows why saving failed; the notice stays until a request succeeds. */
  unsaved(refusal) {
    this.#notice.querySelector("[data-unsaved]").hidden = false;
    this.show(refusal);
  }

  end() {
    this.#notice.hidden = true;
    this.#notice.querySelector("[data-unsaved]").hidden = true;
  }
}
