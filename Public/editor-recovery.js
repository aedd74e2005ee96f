// Stores unsaved text in this browser for the account that typed it, so that the text survives a closed tab or a lost
// connection. The page offers the stored texts that differ from its own and from the server's working copies. The
// server stores unsaved text too; these copies are for text that never reached the server.
const beginning = "galley:unsaved:";

/** The unsaved texts of one account and feature in this browser's storage. */
export class Recovery {
  #name;
  #own;
  #banner;

  /** Each page stores its text under a key of its own, so that no text replaces one of an earlier page. */
  constructor(name, banner) {
    this.#name = `${beginning}${name}`;
    this.#own = `${this.#name}:${Date.now()}-${Math.random().toString(36).slice(2)}`;
    this.#banner = banner;
  }

  /** Stores the page's text with the revisions it is based on; null deletes it, because nothing is unsaved. */
  keep(draft) {
    try {
      if (draft === null) localStorage.removeItem(this.#own);
      else localStorage.setItem(this.#own, JSON.stringify({ ...draft, at: Date.now() }));
    } catch { /* Storage is full or switched off: the page works without it. */ }
  }

  /**
   * Shows a banner for each stored text that is neither the current one nor one of the server's working copies. Of
   * equal texts, only the last changed has a banner.
   */
  async offer(current, copies, restore) {
    const all = this.#all();
    if (all.length === 0) return;
    const others = await Promise.all(copies.map(copy => fetch(copy.dataset.copy)
      .then(response => response.ok ? response.text() : null, () => null)));
    const known = new Set([current, ...others]);
    for (const [key, kept] of all) {
      // A stored text is deleted if the page shows it, as after a save, or if the page offers an equal text: the
      // server's copy, as after a conflict, or a stored text that was changed later.
      if (known.has(kept.text)) this.#remove(key);
      else this.#show(key, kept, restore);
      known.add(kept.text);
    }
  }

  #show(key, kept, restore) {
    const banner = this.#banner.cloneNode(true);
    const end = () => {
      this.#remove(key);
      banner.remove();
    };
    banner.querySelector("[data-recovery-restore]").addEventListener("click", () => { end(); restore(kept); });
    banner.querySelector("[data-recovery-discard]").addEventListener("click", end);
    if (typeof kept.at === "number") {
      const time = banner.querySelector("time"), format = { dateStyle: "medium", timeStyle: "short" };
      time.dateTime = new Date(kept.at).toISOString();
      time.textContent = new Date(kept.at).toLocaleString(document.documentElement.lang, format);
      banner.querySelector("[data-recovery-dated]").hidden = false;
    }
    banner.hidden = false;
    this.#banner.before(banner);
  }

  // Returns the keys and texts of this account and feature that other pages have stored, the last changed first.
  #all() {
    try {
      const keys = Object.keys(localStorage).filter(key => key === this.#name || key.startsWith(`${this.#name}:`));
      return keys.filter(key => key !== this.#own).map(key => [key, this.#kept(key)]).filter(([, kept]) => kept)
        .sort(([, first], [, second]) => (second.at ?? 0) - (first.at ?? 0));
    } catch { return []; }
  }

  #kept(key) {
    try {
      const kept = JSON.parse(localStorage.getItem(key));
      return kept && typeof kept.text === "string" ? kept : null;
    } catch { return null; }
  }

  #remove(key) {
    try { localStorage.removeItem(key); } catch { /* Storage is switched off: nothing is kept. */ }
  }
}
