import JSONText

/// What is to be said of places in a document, handed out to the innermost drawn element each belongs to.
struct IssueList {
    private var open: [(path: String, message: String)]
    private var touched: Set<String> = []

    /// The errors among diagnostics.
    init(_ diagnostics: [Diagnostic]) {
        self.init(diagnostics.filter { $0.severity == .error }.map { ($0.pointer, $0.message) })
    }

    /// Messages by the place they speak of; the first 500 are kept.
    init(_ messages: [(pointer: JSONPointer, message: String)]) {
        open = messages.prefix(500).map { ($0.pointer.description, $0.message) }
        for place in messages.prefix(500) {
            for count in 0...place.pointer.tokens.count {
                touched.insert(JSONPointer(tokens: Array(place.pointer.tokens.prefix(count))).description)
            }
        }
    }

    /// Whether any message speaks of a place or of what is below it, taken or not.
    func concerns(_ path: String) -> Bool { touched.contains(path) }

    /// Takes out the messages at a place and below that no element took before.
    mutating func take(at path: String) -> [String] {
        guard touched.contains(path) else { return [] }
        var taken: [String] = []
        open.removeAll { issue in
            guard path.isEmpty || issue.path == path || issue.path.hasPrefix(path + "/") else { return false }
            taken.append(issue.message)
            return true
        }
        return taken
    }
}
