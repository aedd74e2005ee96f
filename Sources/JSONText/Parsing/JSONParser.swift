/// The strict RFC 8259 parser: returns the nodes of a text, or nil if the text is invalid. Duplicate names and lone
/// surrogates also make a text invalid.
///
/// It stops at the first fault without a message; `JSONDiagnosis` then reads the text again to describe its faults. It
/// is one loop without recursion, with a stack of node indices for the open containers.
struct JSONParser: ~Copyable {
    private var nodes: [JSONNode] = []
    private var names = NameIndex()

    /// Returns the nodes of the text from the byte offset `start` on, or nil if it is invalid or nested too deeply.
    static func nodes(of bytes: [UInt8], from start: Int, maximumDepth: Int) -> [JSONNode]? {
        var parser = JSONParser()
        parser.nodes.reserveCapacity(bytes.count / 8 + 4)
        guard parser.parse(bytes, from: start, maximumDepth: maximumDepth) else { return nil }
        return parser.nodes
    }

    private mutating func parse(_ bytes: [UInt8], from start: Int, maximumDepth: Int) -> Bool {
        let text = bytes.span
        let seed = NameHash.seed
        var offset = start
        var open: [(node: Int, count: UInt32)] = []
        // The state of the innermost container.
        var container = -1
        var isObject = false
        var count: UInt32 = 0

        reading: while true {
            // A value begins here.
            Scan.skipWhitespace(text, &offset)
            guard offset < text.count else { return false }
            let first = text[offset]
            switch first {
            case UInt8(ascii: "\""):
                guard Scan.string(text, &offset, nodes: &nodes) else { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard open.count < maximumDepth else { return false }
                open.append((container, count))
                container = nodes.count
                isObject = first == UInt8(ascii: "{")
                count = 0
                let kind: JSONValue.Kind = isObject ? .object : .array
                nodes.append(JSONNode(start: UInt32(offset), end: 0, info: UInt32(kind.rawValue), next: 0))
                offset += 1
                Scan.skipWhitespace(text, &offset)
                guard offset < text.count else { return false }
                let next = text[offset]
                if next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { break }
                if isObject {
                    guard Scan.name(text, &offset, nodes: &nodes, seed: seed) else { return false }
                }
                continue reading
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard Scan.number(text, &offset, nodes: &nodes) else { return false }
            default:
                guard Scan.literal(text, &offset, nodes: &nodes) else { return false }
            }

            // A value has ended, or an empty container is about to end.
            if open.isEmpty {
                Scan.skipWhitespace(text, &offset)
                return offset == text.count
            }
            if !(first == UInt8(ascii: "{") || first == UInt8(ascii: "[")) { count += 1 }
            while true {
                Scan.skipWhitespace(text, &offset)
                guard offset < text.count else { return false }
                let byte = text[offset]
                if byte == UInt8(ascii: ","), count > 0 {
                    offset += 1
                    if isObject {
                        Scan.skipWhitespace(text, &offset)
                        guard offset < text.count, text[offset] == UInt8(ascii: "\"") else { return false }
                        guard Scan.name(text, &offset, nodes: &nodes, seed: seed) else { return false }
                    }
                    continue reading
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
                offset += 1
                nodes[container].end = UInt32(offset)
                nodes[container].info |= count << 8
                nodes[container].next = UInt32(nodes.count)
                if isObject, count > 1, names.hasDuplicate(nodes, object: container, text: bytes) { return false }
                guard let outer = open.popLast() else { return false }
                (container, count) = (outer.node, outer.count + 1)
                if open.isEmpty {
                    Scan.skipWhitespace(text, &offset)
                    return offset == text.count
                }
                isObject = nodes[container].kind == .object
            }
        }
    }
}
