/// The text and nodes of a document, shared by all of its values.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]
    /// The identities of the nodes of an edited copy, by node; empty for a parsed text, in which the identity of a node
    /// is its index.
    private let identities: [UInt32]
    private let lazyLines = LazyValue<LineTable>()
    private let lazyPlaces = LazyValue<PlaceTable>()
    private let lazyMeanings = LazyValue<ValueDigests>()
    private let lazyWritings = LazyValue<ValueDigests>()

    init(bytes: [UInt8], nodes: [JSONNode], identities: [UInt32] = []) {
        self.bytes = bytes
        self.nodes = nodes
        self.identities = identities
    }

    /// Returns the identity of a node; see `JSONValue.identity`.
    func identity(of index: Int) -> Int { identities.isEmpty ? index : Int(identities[index]) }

    /// The line starts, computed on first use because most documents never need them.
    var lines: LineTable { lazyLines.value { LineTable(bytes) } }

    var places: PlaceTable { lazyPlaces.value { PlaceTable(nodes) } }

    /// Returns the digests of all values for a comparison; they are computed on the first call with this comparison.
    func digests(by comparison: JSONComparison) -> ValueDigests {
        switch comparison {
        case .meaning: lazyMeanings.value { ValueDigests(of: self, by: .meaning) }
        case .writing: lazyWritings.value { ValueDigests(of: self, by: .writing) }
        }
    }

    /// Returns the decoded bytes of a string or name node.
    func utf8(of node: JSONNode) -> [UInt8] {
        let bytes = bytes
        let contents = (Int(node.start) + 1)..<(Int(node.end) - 1)
        return node.has(JSONNode.escaped) ? Unescape.bytes(bytes.span, contents) : Array(bytes[contents])
    }

    /// Returns the decoded string or name of a node.
    func string(of node: JSONNode) -> String {
        let bytes = bytes
        let contents = (Int(node.start) + 1)..<(Int(node.end) - 1)
        return node.has(JSONNode.escaped)
            ? String(decoding: Unescape.bytes(bytes.span, contents), as: UTF8.self)
            : String(decoding: bytes[contents], as: UTF8.self)
    }

    /// Returns true if a string or name node decodes to these bytes.
    func decodes(_ node: JSONNode, to utf8: borrowing Span<UInt8>) -> Bool {
        let bytes = bytes
        let text = bytes.span
        let start = Int(node.start) + 1
        let length = Int(node.end) - 1 - start
        if node.has(JSONNode.escaped) {
            let decoded = Unescape.bytes(text, start..<(start + length))
            guard decoded.count == utf8.count else { return false }
            for index in decoded.indices where decoded[index] != utf8[index] { return false }
            return true
        }
        guard length == utf8.count else { return false }
        for index in utf8.indices where text[start + index] != utf8[index] { return false }
        return true
    }
}
