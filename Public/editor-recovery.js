// Unsaved text outlives a closed tab or a lost connection: it is kept in this browser, and offered when it differs.
export class Recovery {
  #key;
  #parent;
  #banner;

  constructor(name, parent, banner) {
    this.#key = `galley:unsaved:${name}`;
    this.#parent = parent;
    this.#banner = banner;
  }

  /** Keeps the text, or forgets it when there is nothing unsaved. */
  keep(text) {
    this.#banner.hidden = true;
    try {
      if (text === null) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify({ text, parent: this.#parent }));
    } catch { /* Storage is full or switched off: the page works without it. */ }
  }

  /** The form was sent: what is kept is only good if the answer never comes. */
  submitted() {
    try {
      const kept = this.#kept();
      if (kept) localStorage.setItem(this.#key, JSON.stringify({ ...kept, submitted: true }));
    } catch { /* As above. */ }
  }

  /** Shows the banner when another text than the one on the page is kept. */
  offer(current, restore) {
    const kept = this.#kept();
    if (!kept) return;
    // What was sent and arrived began another revision: the page's parent moved on.
    if (kept.text === current || (kept.submitted && kept.parent !== this.#parent)) return this.keep(null);
    this.#banner.hidden = false;
    this.#banner.querySelector("[data-recovery-restore]").addEventListener("click", () => { this.#banner.hidden = true; restore(kept.text); });
    this.#banner.querySelector("[data-recovery-discard]").addEventListener("click", () => this.keep(null));
  }

  #kept() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key));
      return kept && typeof kept.text === "string" ? kept : null;
    } catch { return null; }
  }
}
