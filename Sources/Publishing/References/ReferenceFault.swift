import JSONText
import SchemaRepository

/// A name in a document to which nothing in the installation answers as it should.
struct ReferenceFault: Sendable {
    enum Reason: Sendable {
        /// Nothing has that name; another one may be meant.
        case missing(meant: String?)
        /// The feature holds a document of another kind than the reference asks for.
        case otherKind(String, expected: String)
        /// The feature exists, and clients on the platform get nothing of it.
        case notLive(platform: String)
    }

    let reference: DocumentReference
    let reason: Reason

    /// Whether a document with this fault may not be published.
    var isBlocking: Bool { if case .notLive = reason { false } else { true } }

    /// A sentence for the author.
    var message: String {
        let name = reference.name
        switch reason {
        case .missing(let meant):
            let kind = reference.target == .optionList ? "option list" : "feature"
            return "There is no \(kind) `\(name)`" + (meant.map { "; did you mean `\($0)`?" } ?? "")
        case .otherKind(let kind, let expected): return "`\(name)` is a \(kind); a \(expected) is expected here"
        case .notLive(let platform): return "Nothing of `\(name)` is live on `\(platform)`"
        }
    }

    /// The fault as an author meets it while nothing is published: a warning at the name.
    var diagnostic: Diagnostic {
        Diagnostic(
            severity: .warning, code: "document.\(diagnosticCode)", message: message, pointer: reference.pointer,
            range: reference.range, suggestion: suggestion)
    }

    /// The fault as a release meets it.
    func problem(of feature: String) -> ReleaseProblem {
        ReleaseProblem(
            code: code, message: message.hasSuffix("?") ? message : message + ".", feature: feature,
            pointer: reference.pointer.description,
            line: reference.range.start.line, column: reference.range.start.column)
    }

    private var suggestion: String? { if case .missing(let meant) = reason { meant } else { nil } }

    private var diagnosticCode: String {
        switch reason {
        case .missing: reference.target == .optionList ? "unknownOptionList" : "unknownFeature"
        case .otherKind: "otherKind"
        case .notLive: "notLive"
        }
    }

    private var code: String {
        switch reason {
        case .missing: reference.target == .optionList ? "unknown-option-list" : "unknown-feature"
        case .otherKind: "other-kind"
        case .notLive: "reference-not-live"
        }
    }
}
