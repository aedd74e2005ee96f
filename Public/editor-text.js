import { textOf } from "./file-text.js";

// Matches characters that are invisible or reorder the text around them, nearly the same ones as
// Sources/Console/Parts/HiddenCharacters.swift; joiners are not matched after letters and between emoji that need
// them. CodeMirror, the editor component, marks single UTF-16 code units, so tag characters and the variation selectors
// of ideographs are not matched.
const letters = "[\\u0620-\\u1cff\\ua800-\\uabff\\ufb50-\\ufdff\\ufe70-\\ufefc]|[\\ud802-\\ud807][\\udc00-\\udfff]";
const emoji = "[\\ufe0f\\u203c-\\u3299\\ud800-\\udfff]";
const hidden = new RegExp("[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e"
  + "\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\ufff9-\\ufffc]"
  + `|(?<!${letters}|${emoji})[\\u200c\\u200d]|(?<!${letters})[\\u200c\\u200d](?!${emoji})`
  + "|(?<=[A-Za-z\\u00c0-\\u0fff\\ufe00-\\ufe0f])[\\ufe00-\\ufe0f]");

// Returns the mark that the component shows instead of a hidden character.
function codeOf(character) {
  const mark = document.createElement("span");
  mark.className = "hidden-character";
  mark.dataset.code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return mark;
}

// The edited text: a text area. CodeMirror, the editor component from the Linux distribution's package, is layered over
// it if it was loaded.
export class Text {
  #area;
  #component = null;
  #marks = [];

  constructor(area) {
    this.#area = area;
    this.isTouched = area.value !== area.defaultValue;
    if (globalThis.CodeMirror) this.#component = this.#layer(area);
  }

  /** True if, when this object was created, the text area already had another text than the server sent. */
  isTouched;

  get value() { return this.#component ? this.#component.getValue() : this.#area.value; }

  /**
   * Replaces the whole text as one undo step. If only white space changes, cursor, selection and scroll position stay
   * at the same characters.
   */
  rewrite(text) {
    const before = this.value;
    let start = 0, end = 0;
    const most = Math.min(before.length, text.length);
    while (start < most && before[start] === text[start]) start += 1;
    while (end < most - start && before.at(-1 - end) === text.at(-1 - end)) end += 1;
    this.#put(start, before.length - end, text.slice(start, text.length - end), offset => follow(before, text, offset));
  }

  /** Copies the component's text into the text area, which the form sends. */
  flush() { this.#component?.save(); }

  focus() { (this.#component ?? this.#area).focus(); }

  onChange(listener) {
    if (this.#component) this.#component.on("change", listener); else this.#area.addEventListener("input", listener);
  }

  onCursor(listener) {
    this.#component?.on("cursorActivity", component => {
      const { line, ch } = component.getCursor();
      if (component.hasFocus()) listener(line + 1, ch + 1);
    });
  }

  /**
   * Inserts dropped files where they were dropped; without the component, does nothing. If one of the files is not text,
   * calls the listener and inserts no file. The component itself would insert U+FFFD for every byte that is not UTF-8.
   */
  onUnreadableFile(listener) {
    this.#component?.on("drop", async (component, event) => {
      const files = [...event.dataTransfer?.files ?? []];
      if (files.length === 0) return;
      event.preventDefault();
      const place = component.coordsChar({ left: event.clientX, top: event.clientY }, "window");
      // A file that cannot be read, such as a folder, is left out.
      const texts = await Promise.all(files.map(file => textOf(file).catch(() => "")));
      if (texts.includes(null)) {
        listener();
        return;
      }
      component.setSelection(place);
      component.replaceSelection(texts.filter(Boolean).join("\n"), "around", "paste");
      component.focus();
    });
  }

  select({ line, column, endLine, endColumn }) {
    if (this.#component) {
      this.#component.focus();
      this.#component.setSelection({ line: line - 1, ch: column - 1 }, { line: endLine - 1, ch: endColumn - 1 });
      this.#component.scrollIntoView({ line: line - 1, ch: column - 1 }, 120);
    } else {
      this.#area.focus();
      this.#area.setSelectionRange(this.#offset(line, column), this.#offset(endLine, endColumn));
    }
  }

  /** Replaces a range of lines and columns by another text; cursor, selection and scroll position stay. */
  replace(place, text) {
    const [start, end] = [this.#offset(place.line, place.column), this.#offset(place.endLine, place.endColumn)];
    const by = text.length - (end - start);
    this.#put(start, end, text, offset => offset >= end ? offset + by : Math.min(offset, start + text.length));
    this.focus();
  }

  /**
   * Underlines the first 500 problems that have a line, and puts dots beside their lines; without the component, does
   * nothing.
   */
  mark(places) {
    const component = this.#component;
    if (!component) return;
    component.operation(() => {
      for (const mark of this.#marks) mark.clear();
      component.clearGutter("problem-gutter");
      this.#marks = places.filter(place => place.line > 0).slice(0, 500).map(place => {
        const from = { line: place.line - 1, ch: place.column - 1 };
        const to = { line: place.endLine - 1, ch: Math.max(place.endColumn - 1, place.endLine === place.line ? place.column : 0) };
        const dot = document.createElement("span");
        dot.className = `problem-dot ${place.severity}`;
        dot.title = place.message;
        component.setGutterMarker(from.line, "problem-gutter", dot);
        // A problem may be about a whole object; only its first line is underlined.
        const end = to.line > from.line ? { line: from.line, ch: component.getLine(from.line)?.length ?? 0 } : to;
        return component.markText(from, end, { className: `problem-${place.severity}`, title: place.message });
      });
    });
  }

  // Replaces a range of the text; `move` returns the new offset for an offset in the old text.
  #put(start, end, text, move) {
    const component = this.#component, area = this.#area;
    if (component) {
      const offsets = component.listSelections().map(({ anchor, head }) => [anchor, head].map(place => component.indexFromPos(place)));
      const { left, top, clientHeight } = component.getScrollInfo();
      const height = offset => component.charCoords(component.posFromIndex(offset), "local").top;
      // The position that stays where it is on the screen: the cursor or, if it is out of sight, the first visible
      // line.
      const cursor = offsets[0][1], isSeen = height(cursor) >= top && height(cursor) < top + clientHeight;
      const anchor = isSeen ? cursor : component.indexFromPos({ line: component.lineAtHeight(top, "local"), ch: 0 });
      const below = height(anchor) - top;
      component.operation(() => {
        component.replaceRange(text, component.posFromIndex(start), component.posFromIndex(end));
        component.setSelections(offsets.map(pair => {
          const [anchor, head] = pair.map(offset => component.posFromIndex(move(offset)));
          return { anchor, head };
        }), undefined, { scroll: false });
      });
      component.scrollTo(left, height(move(anchor)) - below);
    } else {
      const { selectionStart, selectionEnd, scrollTop, scrollLeft } = area;
      area.focus();
      area.setSelectionRange(start, end);
      // This is the only way to change a text area so that the browser's own undo can revert the change.
      if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
        area.setRangeText(text, start, end);
        area.dispatchEvent(new Event("input"));
      }
      area.setSelectionRange(move(selectionStart), move(selectionEnd));
      Object.assign(area, { scrollTop, scrollLeft });
    }
  }

  #offset(line, column) {
    const lines = this.value.split("\n");
    return lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  }

  #layer(area) {
    const component = CodeMirror.fromTextArea(area, {
      mode: { name: "javascript", json: true }, lineNumbers: true, matchBrackets: true, autoCloseBrackets: true, foldGutter: true,
      specialChars: hidden, specialCharPlaceholder: codeOf,
      styleActiveLine: true, tabSize: 2, indentUnit: 2, inputStyle: "contenteditable", spellcheck: false, direction: "ltr",
      gutters: ["problem-gutter", "CodeMirror-linenumbers", "CodeMirror-foldgutter"],
      extraKeys: { Tab: false, "Shift-Tab": false, "Ctrl-Enter": false, "Cmd-Enter": false, "Ctrl-S": false, "Cmd-S": false },
    });
    const field = component.getInputField();
    field.setAttribute("role", "textbox");
    field.setAttribute("aria-multiline", "true");
    for (const name of ["aria-label", "aria-describedby"]) {
      if (area.hasAttribute(name)) field.setAttribute(name, area.getAttribute(name));
    }
    // The fields of the component's dialogs for finding and replacing have words beside them, but no accessible name.
    const open = component.openDialog;
    component.openDialog = (...parts) => {
      const close = open.apply(component, parts);
      const dialog = component.getWrapperElement().querySelector(".CodeMirror-dialog");
      const name = dialog?.querySelector(".CodeMirror-search-label, label") ?? dialog;
      dialog?.querySelector("input")?.setAttribute("aria-label", name.textContent.trim());
      return close;
    };
    return component;
  }
}

// Returns the offset in `after` that corresponds to an offset in `before`, if the texts differ only in whitespace. The
// same number of non-whitespace characters precedes both offsets. Spaces after the last of them are skipped too, at
// most as many as the whitespace characters directly before the offset in `before`.
function follow(before, after, offset) {
  const isSpace = code => code === 32 || code === 10 || code === 13 || code === 9;
  let count = 0, spaces = 0, place = 0;
  for (let index = 0; index < offset; index += 1) {
    if (isSpace(before.charCodeAt(index))) spaces += 1;
    else { count += 1; spaces = 0; }
  }
  for (; place < after.length && count > 0; place += 1) if (!isSpace(after.charCodeAt(place))) count -= 1;
  for (; spaces > 0 && after[place] === " "; place += 1) spaces -= 1;
  return place;
}
