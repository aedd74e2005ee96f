import JSONText

extension JSONValue {
    /// Whether an object has no such member, but one whose name looks as if that were meant.
    func misspells(_ name: String) -> Bool {
        self[name] == nil && members.contains { Suggestion.nearest(to: $0.name, among: [name]) != nil }
    }
}
