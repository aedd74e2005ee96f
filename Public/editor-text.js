// The text being edited: a text area, with the distribution's editor component over it when that was loaded.
export class Text {
  #area;
  #component = null;
  #marks = [];

  constructor(area) {
    this.#area = area;
    this.isTouched = area.value !== area.defaultValue;
    if (globalThis.CodeMirror) this.#component = this.#layer(area);
  }

  /** Whether the text area held something else than the server wrote when this was made. */
  isTouched;

  get value() { return this.#component ? this.#component.getValue() : this.#area.value; }
  set value(text) {
    if (this.#component) this.#component.setValue(text); else this.#area.value = text;
  }

  /** Puts the component's text into the text area, which the form sends. */
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

  replace(place, text) {
    if (this.#component) {
      this.#component.replaceRange(text, { line: place.line - 1, ch: place.column - 1 }, { line: place.endLine - 1, ch: place.endColumn - 1 });
      this.select({ ...place, endLine: place.line, endColumn: place.column + text.length });
    } else {
      this.#area.setRangeText(text, this.#offset(place.line, place.column), this.#offset(place.endLine, place.endColumn), "select");
      this.#area.dispatchEvent(new Event("input"));
      this.#area.focus();
    }
  }

  /** Underlines problems and puts a dot beside their lines. */
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
        // A whole object would be underlined over many lines; its first line says enough.
        const end = to.line > from.line ? { line: from.line, ch: component.getLine(from.line)?.length ?? 0 } : to;
        return component.markText(from, end, { className: `problem-${place.severity}`, title: place.message });
      });
    });
  }

  #offset(line, column) {
    const lines = this.#area.value.split("\n");
    return lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  }

  #layer(area) {
    const component = CodeMirror.fromTextArea(area, {
      mode: { name: "javascript", json: true }, lineNumbers: true, matchBrackets: true, autoCloseBrackets: true, foldGutter: true,
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
    return component;
  }
}
