import MicroHTTP
import Preview

/// A text in the editor, as a form sends it.
struct EditorDraft: Sendable {
    var bytes: [UInt8]
    /// The head that a save expects; 0 before the first revision.
    var parent: Int
    /// The revision that the text began from; 0 for none.
    var started: Int
    var note: String
    /// Whether the text may differ from the revision it began from.
    var isDirty: Bool
    var options: PreviewOptions

    init(bytes: [UInt8], parent: Int, started: Int, note: String, isDirty: Bool, options: PreviewOptions) {
        (self.bytes, self.parent, self.started) = (bytes, parent, started)
        (self.note, self.isDirty, self.options) = (note, isDirty, options)
    }

    /// Browsers send every line break of a text area as CR LF; what was pasted had LF.
    init(form: FormBody) {
        var bytes: [UInt8] = []
        var afterReturn = false
        for byte in (form["text"] ?? "").utf8 {
            if byte == 0x0A, afterReturn { bytes.removeLast() }
            bytes.append(byte)
            afterReturn = byte == 0x0D
        }
        self.init(
            bytes: bytes, parent: form["parent"].flatMap { Int($0) } ?? 0,
            started: form["started"].flatMap { Int($0) } ?? 0, note: (form["note"] ?? "").trimmingSpaces(),
            isDirty: true, options: PreviewOptions(query: form.dictionary))
    }
}
