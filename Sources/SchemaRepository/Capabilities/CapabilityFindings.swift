import JSONText

/// The problems of a capability file.
struct CapabilityFindings {
    /// The maximum number of problems reported for one file; a faulty generator can produce thousands of the same
    /// problem.
    static let maximum = 500

    let document: JSONDocument
    private var found: [Diagnostic] = []
    private var omitted = 0

    init(document: JSONDocument) {
        self.document = document
    }

    /// True if the maximum is reached: further errors are only counted, and further warnings are ignored.
    var isFull: Bool { found.count >= Self.maximum }

    /// The problems in text order; if errors were left out, a last one states how many.
    var diagnostics: [Diagnostic] {
        let sorted = found.sorted { ($0.range?.start.offset ?? 0) < ($1.range?.start.offset ?? 0) }
        guard omitted > 0 else { return sorted }
        return sorted + [
            Diagnostic(
                severity: .error, code: "client.more",
                message: omitted == 1 ? "1 more error is not listed" : "\(omitted) more errors are not listed",
                pointer: JSONPointer(), range: document.range(of: document.root))
        ]
    }

    /// Reports a member with an unknown name; `what` is a noun phrase for a known one, such as “a member of an entity”.
    mutating func reportUnknown(_ member: JSONMember, _ what: String, among known: [String]) {
        let meant = suggestion(for: member.name, among: known)
        report(
            "unknownMember", "\(code: member.name) is not \(what)" + Diagnostic.didYouMean(meant), at: member,
            suggestion: meant)
    }

    /// Returns the known word that is most similar to `word`; nil if none is similar. Once `isFull` is true it always
    /// returns nil, because the search is slow and a further problem is not listed.
    func suggestion(for word: String, among known: [String]) -> String? {
        !isFull ? Suggestion.nearest(to: word, among: known) : nil
    }

    /// Reports a problem at a value.
    mutating func report(
        _ code: String, _ message: String, at value: JSONValue, severity: Diagnostic.Severity = .error,
        suggestion: String? = nil
    ) {
        report(code, message, value, document.range(of: value), severity, suggestion)
    }

    /// Reports an error at a member's name.
    mutating func report(_ code: String, _ message: String, at member: JSONMember, suggestion: String? = nil) {
        report(code, message, member.value, document.range(ofBytes: member.nameRange), .error, suggestion)
    }

    private mutating func report(
        _ code: String, _ message: String, _ value: JSONValue, _ range: SourceRange, _ severity: Diagnostic.Severity,
        _ suggestion: String?
    ) {
        guard !isFull else {
            // Only omitted errors are counted: a warning does not make the file unusable.
            if severity == .error { omitted += 1 }
            return
        }
        found.append(
            Diagnostic(
                severity: severity, code: "client.\(code)", message: message, pointer: value.pointer, range: range,
                suggestion: suggestion))
    }
}
