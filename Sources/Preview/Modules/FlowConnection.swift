import JSONText

/// What an event of one module opens, and how.
struct FlowConnection {
    /// How a module is shown and hidden again.
    enum Kind: String, CaseIterable {
        case push, present, curtain, window, embed
    }

    /// One entry of the map: where in the target's input, and where in the event's payload.
    struct Entry {
        let target: JSONPointer
        let source: JSONPointer
    }

    let place: Int
    let from: String
    let event: String
    let to: String
    /// Nil where the document names no kind that there is.
    let kind: Kind?
    let isAnimated: Bool
    /// The tag of the parent's element that takes the module, for `embed`.
    let container: String?
    /// How the module looks under this transition.
    let appearance: JSONValue?
    let map: [Entry]

    var path: String { "/connections/\(place)" }

    /// Names in a pointer of the map at most; no input that a person would read nests deeper.
    private static let deepest = 32

    /// Reads a connection; what is missing is empty.
    init(_ value: JSONValue, place: Int) {
        self.place = place
        from = value["from"]?.string ?? ""
        event = value["event"]?.string ?? ""
        to = value["to"]?.string ?? ""
        let transition = value["transition"]
        kind = transition?["kind"]?.string.flatMap(Kind.init)
        isAnimated = transition?["animated"]?.boolean ?? false
        container = transition?["container"]?.string
        appearance = transition?["appearance"]
        map = (value["map"].map { Array($0.members) } ?? []).prefix(200).compactMap { member in
            guard let target = JSONPointer(member.name), target.tokens.count <= Self.deepest,
                let source = member.value.string.flatMap({ JSONPointer($0) })
            else { return nil }
            return Entry(target: target, source: source)
        }
    }
}
