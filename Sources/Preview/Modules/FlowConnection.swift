import JSONText

/// A connection from an event of one module to the module that the event opens.
struct FlowConnection {
    /// The kind of transition.
    enum Kind: String, CaseIterable {
        /// Opens the target on the navigation stack, over the screen, as a curtain from below, or in a new window.
        case push, present, curtain, window
        /// Shows the target in a container of the module that sent the event.
        case embed
    }

    /// An entry of `map`: the pointer of a value in the target's input, and its pointer in the event's payload.
    struct Entry {
        let target: JSONPointer
        let source: JSONPointer
    }

    /// The index of the connection in the flow.
    let place: Int
    let from: String
    let event: String
    let to: String
    /// The kind of transition; nil if it is missing or unknown.
    let kind: Kind?
    let isAnimated: Bool
    /// For `embed`, the tag of the element that receives the module.
    let container: String?
    /// The appearance of the opened module in this transition; its settings take precedence over the module's own.
    let appearance: JSONValue?
    let map: [Entry]

    var path: String { "/connections/\(place)" }

    /// The maximum number of tokens in a target of `map`; entries with deeper targets are ignored.
    private static let deepest = 32

    /// Reads a connection; missing names are empty.
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
