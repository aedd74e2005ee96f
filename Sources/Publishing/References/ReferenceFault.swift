import JSONText
import SchemaRepository

/// A reference in a document to something that does not exist or does not fit.
struct ReferenceFault: Sendable {
    /// The reason why the reference is wrong.
    enum Reason: Sendable {
        /// Nothing has that name; `meant` is a similar existing name, if there is one.
        case missing(meant: String?)
        /// The feature's document kind (the first value) is not the one that the reference requires.
        case otherKind(String, expected: String)
        /// The feature exists, but these client versions of the platform do not get it; `versions` is nil if no version
        /// gets it.
        case notLive(platform: String, versions: VersionSet?)
        /// The document contains itself: the names of the features on the way, beginning and ending with its own
        /// feature.
        case loop([String])
    }

    let reference: DocumentReference
    let reason: Reason

    /// True if the fault prevents publishing.
    var isBlocking: Bool { if case .notLive = reason { false } else { true } }

    /// The message for the author.
    var message: String {
        let name = reference.name
        switch reason {
        case .missing(let meant):
            let kind = reference.target == .optionList ? "option list" : "feature"
            return "There is no \(kind) \(code: name)"
                + (meant.map { "; did you mean \(code: $0, upTo: Excerpt.long)?" } ?? "")
        case .otherKind(let kind, let expected):
            return "\(code: name) is of the kind \(kind); the kind \(expected) is expected here"
        case .notLive(let platform, nil): return "\(code: name) is not live on \(PlatformTitle.of(platform))"
        case .notLive(let platform, let versions?):
            let words = versions.intervals.map(\.words).joined(separator: ", ")
            return "\(code: name) is not live for \(PlatformTitle.of(platform)) clients \(words)"
        case .loop(let path):
            let words = "\(code: path.first ?? name) contains itself"
            return path.count <= 2 ? words : "\(words): " + path.map { "\(code: $0)" }.joined(separator: " → ")
        }
    }

    /// The fault as a warning in the editor.
    var diagnostic: Diagnostic {
        Diagnostic(
            severity: .warning, code: "document.\(diagnosticCode)", message: message, pointer: reference.pointer,
            range: reference.range, suggestion: suggestion)
    }

    /// Returns the fault as a problem of a release.
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
        case .loop: "containsItself"
        }
    }

    private var code: String {
        switch reason {
        case .missing: reference.target == .optionList ? "unknown-option-list" : "unknown-feature"
        case .otherKind: "other-kind"
        case .notLive: "reference-not-live"
        case .loop: "contains-itself"
        }
    }
}
