// Stores unsaved text in this browser for the account that typed it, so that the text survives a closed tab or a lost
// connection. The page offers a stored text that differs from its own. The server stores unsaved text too; this copy is
// for text that never reached the server.
export class Recovery {
  #key;
  #banner;

  constructor(name, banner) {
    this.#key = `galley:unsaved:${name}`;
    this.#banner = banner;
  }

  /** Stores a text with the revisions it is based on; null deletes the stored text, because nothing is unsaved. */
  keep(draft) {
    this.#banner.hidden = true;
    try {
      if (draft === null) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(draft));
    } catch { /* Storage is full or switched off: the page works without it. */ }
  }

  /** Shows the banner if the stored text is neither the current one nor the working copy on the server. */
  async offer(current, copy, restore) {
    const kept = this.#kept();
    if (!kept) return;
    // After a save the page shows the stored text; after a conflict it shows another one, and the stored text is
    // offered.
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
