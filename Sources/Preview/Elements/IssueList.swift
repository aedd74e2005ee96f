import JSONText

/// The errors of a document, handed out to the innermost drawn element each belongs to.
struct IssueList {
    private var open: [(path: String, message: String)]
    private var touched: Set<String> = []

    init(_ diagnostics: [Diagnostic]) {
        open = diagnostics.filter { $0.severity == .error }.prefix(500).map { ($0.pointer.description, $0.message) }
        for diagnostic in diagnostics where diagnostic.severity == .error {
            var pointer: JSONPointer? = diagnostic.pointer
            while let current = pointer {
                guard touched.insert(current.description).inserted else { break }
                pointer = current.tokens.isEmpty ? nil : JSONPointer(tokens: Array(current.tokens.dropLast()))
            }
        }
    }

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
