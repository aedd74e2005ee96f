import MicroHTTP
import Preview

/// A text in the editor, with the other fields of the editor's form.
struct EditorDraft: Sendable {
    var bytes: [UInt8]
    /// The newest revision when the person opened the text; a save expects that it still is the newest. 0 for none.
    var parent: Int
    /// The revision that the text is based on; 0 for none.
    var started: Int
    var note: String
    /// The name for the next revision; empty for none.
    var revisionName = ""
    /// True if the text may differ from the revision it is based on.
    var isDirty: Bool
    var options: PreviewOptions
    /// The key, in ``UnsavedTexts``, of the text that the preview showed last; nil if unknown.
    var shown: String?
    /// The random id of the editor page, under which the server stores the working copy; nil if unknown.
    var editor: String?

    init(bytes: [UInt8], parent: Int, started: Int, note: String, isDirty: Bool, options: PreviewOptions) {
        (self.bytes, self.parent, self.started) = (bytes, parent, started)
        (self.note, self.isDirty, self.options) = (note, isDirty, options)
    }

    /// The name of the field with the editor's id.
    static let editorField = "copy"
    /// The value of `editorField` that stands for the working copy that was changed last.
    static let lastChanged = "1"
    /// The name of the field with the next revision's name.
    static let nameField = "revision_name"

    /// Returns the id of an editor page; nil unless the text has 1 to 100 bytes.
    static func editor(_ text: String?) -> String? {
        text.flatMap { (1...100).contains($0.utf8.count) ? $0 : nil }
    }

    init(form: FormBody) {
        self.init(
            bytes: (form["text"] ?? "").asPasted, parent: form["parent"].flatMap { Int(asked: $0) } ?? 0,
            started: form["started"].flatMap { Int(asked: $0) } ?? 0, note: (form["note"] ?? "").trimmingSpaces(),
            isDirty: true, options: PreviewOptions(query: form.dictionary))
        revisionName = (form[Self.nameField] ?? "").trimmingSpaces()
        shown = form["shown"]
        editor = Self.editor(form[Self.editorField])
    }
}

extension String {
    /// The UTF-8 of a text area's value, with LF in place of CR LF, because browsers send CR LF for every line break.
    var asPasted: [UInt8] {
        var bytes: [UInt8] = []
        var afterReturn = false
        for byte in utf8 {
            if byte == 0x0A, afterReturn { bytes.removeLast() }
            bytes.append(byte)
            afterReturn = byte == 0x0D
        }
        return bytes
    }
}
