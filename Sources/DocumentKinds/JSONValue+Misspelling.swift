import JSONText

extension JSONValue {
    /// Returns true if an object lacks the member `name` but has one with a similar name, probably a misspelling.
    func misspells(_ name: String) -> Bool {
        self[name] == nil && members.contains { Suggestion.nearest(to: $0.name, among: [name]) != nil }
    }
}
