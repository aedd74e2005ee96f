import JSONText

/// A connection from an event of one module to the module that it opens.
struct FlowConnection {
    /// The kind of transition.
    enum Kind: String, CaseIterable {
        case push, present, curtain, window, embed
    }

    /// An entry of the map: a place in the target's input, and its source in the event's payload.
    struct Entry {
        let target: JSONPointer
        let source: JSONPointer
    }

    let place: Int
    let from: String
    let event: String
    let to: String
    /// The kind; nil if the document's is unknown.
    let kind: Kind?
    let isAnimated: Bool
    /// For `embed`, the tag of the element that receives the module.
    let container: String?
    /// The module's appearance in this transition.
    let appearance: JSONValue?
    let map: [Entry]

    var path: String { "/connections/\(place)" }

    /// The maximum depth of pointers in the map; deeper inputs would not be readable.
    private static let deepest = 32

    /// Reads a connection; missing members are empty.
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
