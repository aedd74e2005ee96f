import JSONText

/// Messages about places in a document, each given to the innermost drawn element that contains its place.
struct IssueList {
    private var open: [(path: String, message: String)]
    private var touched: Set<String> = []

    /// Creates a list of the errors among diagnostics; keeps the first 500.
    init(_ diagnostics: [Diagnostic]) {
        self.init(diagnostics.filter { $0.severity == .error }.map { ($0.pointer, $0.message) })
    }

    /// Creates a list of messages by place; keeps the first 500.
    init(_ messages: [(pointer: JSONPointer, message: String)]) {
        open = messages.prefix(500).map { ($0.pointer.description, $0.message) }
        for place in messages.prefix(500) {
            for count in 0...place.pointer.tokens.count {
                touched.insert(JSONPointer(tokens: Array(place.pointer.tokens.prefix(count))).description)
            }
        }
    }

    /// Returns true if there was any message at a path or inside it, shown or not.
    func concerns(_ path: String) -> Bool { touched.contains(path) }

    /// Removes and returns the messages at a path and inside it.
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
