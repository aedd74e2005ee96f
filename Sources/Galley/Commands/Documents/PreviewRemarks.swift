import DocumentKinds
import JSONText
import Preview
import SchemaRepository

/// Warns about options that have no effect.
struct PreviewRemarks {
    let checked: CheckedDocument
    private(set) var all: [String] = []

    init(of checked: CheckedDocument) { self.checked = checked }

    private var kind: String { checked.kind?.kind ?? "" }
    private var noun: String { "this \(checked.kind?.name ?? "document")" }

    /// Throws ``CommandError`` for a step that the form does not have; warns if the document is not a form.
    mutating func check(step: Int?) throws {
        guard let step, let root = checked.document?.root else { return }
        guard kind == "form" else {
            return remark("--step \(step): \(noun) has no steps")
        }
        let count = FormDocument(root).steps.count
        guard step <= max(1, count) else {
            throw CommandError("--step \(step): the form has \(count == 1 ? "1 step" : "\(count) steps")")
        }
    }

    mutating func check(state: String?) {
        guard let state, checked.document != nil, kind != "optionSheet", kind != "module" else { return }
        remark("--state \(state) has no effect: \(noun) is drawn the same in every state")
    }

    /// Checks the test data; `file` is the file with them, nil for generated data.
    mutating func check(filling: [UInt8]?, from file: String?) {
        let empty = Array("{}".utf8)
        guard let data = try? JSONDocument(parsing: filling ?? empty, limits: .console) else { return }
        guard let found = FillingReview.diagnostics(of: data, for: checked) else {
            return remark("--fill \(file ?? "test"): \(noun) has nothing to fill")
        }
        all += found.map { $0.line(file: file ?? "") }
    }

    private mutating func remark(_ message: String) { all.append("warning: " + message) }
}
