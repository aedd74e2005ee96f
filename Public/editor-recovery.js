// Unsaved text outlives a closed tab or a lost connection: it is kept in this browser for the account that typed it, and
// offered to that account when it differs. The server keeps it too; this copy is for what never reached the server.
export class Recovery {
  #key;
  #banner;

  constructor(name, banner) {
    this.#key = `galley:unsaved:${name}`;
    this.#banner = banner;
  }

  /** Keeps a text with the revisions it is based on, or forgets it when there is nothing unsaved. */
  keep(draft) {
    this.#banner.hidden = true;
    try {
      if (draft === null) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(draft));
    } catch { /* Storage is full or switched off: the page works without it. */ }
  }

  /** Shows the banner when another text than the one on the page is kept. */
  async offer(current, copy, restore) {
    const kept = this.#kept();
    if (!kept) return;
    // What was saved is what the page now shows; after a conflict it is not, and must be offered.
    if (kept.text === current) return this.keep(null);
    if (copy && await fetch(copy.dataset.copy).then(response => response.text(), () => null) === kept.text) return;
    this.#banner.hidden = false;
    this.#banner.querySelector("[data-recovery-restore]").addEventListener("click", () => { this.#banner.hidden = true; restore(kept); });
    this.#banner.querySelector("[data-recovery-discard]").addEventListener("click", () => this.keep(null));
  }

  #kept() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key));
      return kept && typeof kept.text === "string" ? kept : null;
    } catch { return null; }
  }
}
