/// Creates edited copies of a document: without insignificant white space, with names in source order, numbers and
/// strings as written.
///
/// Creating a copy needs no parsing. `JSONValue.identity` is comparable between the document and all its copies: values
/// with the same identity are equal.
package struct JSONEditor {
    /// The text of the document without insignificant white space.
    package let bytes: [UInt8]

    private let source: JSONStorage
    /// The nodes of the document, with their places in `bytes`.
    private let nodes: [JSONNode]
    /// The identities of edited containers and of strings that replace values. A key is the index of the source node,
    /// followed by the offset and the code of each edit in that node.
    private var identities: [[Int]: UInt32] = [:]
    /// A number for each different string that replaces a value.
    private var words: [JSONName: Int] = [:]

    /// Creates an editor of a document.
    package init(_ document: JSONDocument) {
        source = document.storage
        (bytes, nodes) = Self.compact(source)
    }

    /// Returns a copy with edits. The key of an edit is the offset of its value's first byte in the document. Edits in
    /// parts that the copy no longer contains have no effect, and the root cannot be omitted.
    package mutating func document(with edits: [Int: JSONEdit]) -> JSONDocument {
        var copy = Copy(capacity: (bytes.count, nodes.count))
        let places = edits.sorted { $0.key < $1.key }.map {
            Place(offset: $0.key, edit: $0.value, code: code($0.value))
        }
        write(0, edited: places[...], to: &copy)
        return JSONDocument(
            storage: JSONStorage(bytes: copy.bytes, nodes: copy.nodes, identities: copy.identities), warnings: [])
    }

    /// An edit and the offset of its value.
    private struct Place {
        let offset: Int
        let edit: JSONEdit
        /// A number that only equal edits share.
        let code: Int
    }

    /// The edited copy as far as it is written.
    private struct Copy {
        var bytes: [UInt8] = []
        var nodes: [JSONNode] = []
        var identities: [UInt32] = []

        init(capacity: (bytes: Int, nodes: Int)) {
            bytes.reserveCapacity(capacity.bytes)
            nodes.reserveCapacity(capacity.nodes)
            identities.reserveCapacity(capacity.nodes)
        }

        /// Appends a comma, unless the next item is the first one or a value after its name.
        mutating func separate() {
            guard let last = bytes.last, last != UInt8(ascii: "["), last != UInt8(ascii: "{"), last != UInt8(ascii: ":")
            else { return }
            bytes.append(UInt8(ascii: ","))
        }
    }

    /// Returns a number that only equal edits share; see `Place.code`.
    private mutating func code(_ edit: JSONEdit) -> Int {
        switch edit {
        case .value(let value): return value.index
        case .omission: return -1
        case .string(let word):
            let key = JSONName(word)
            let number = words[key] ?? words.count
            words[key] = number
            return -2 - number
        }
    }

    /// Writes the value at a node; `places` are the edits of the value and of its content.
    private mutating func write(_ index: Int, edited places: ArraySlice<Place>, to copy: inout Copy) {
        let node = source.nodes[index]
        var places = places
        if let own = places.first, own.offset == Int(node.start) {
            switch own.edit {
            case .string(let word):
                // Computed before the call: as an argument it would be computed on a copy of this editor, and each new
                // identity would copy the dictionary of all earlier ones.
                let identity = identity(of: index, edited: places.prefix(1))
                return Self.write(word, identity: identity, to: &copy)
            case .value(let other): return write(other.index, edited: Self.places(places, in: other.range), to: &copy)
            case .omission: places = places.dropFirst()
            }
        }
        guard !places.isEmpty else {
            copy.separate()
            return append(index..<end(of: index), to: &copy)
        }
        copy.separate()
        let isObject = node.kind == .object
        let container = copy.nodes.count
        copy.nodes.append(JSONNode(start: UInt32(copy.bytes.count), end: 0, info: node.info & 0xFF, next: 0))
        copy.identities.append(identity(of: index, edited: places))
        copy.bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        let count = writeChildren(of: index, edited: places, to: &copy)
        copy.bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        copy.nodes[container].end = UInt32(copy.bytes.count)
        copy.nodes[container].info |= UInt32(count) << 8
        copy.nodes[container].next = UInt32(copy.nodes.count)
    }

    /// Writes the members or items of a container and returns their number. Unchanged neighbors are copied together.
    private mutating func writeChildren(of index: Int, edited places: ArraySlice<Place>, to copy: inout Copy) -> Int {
        let isObject = source.nodes[index].kind == .object
        var count = 0
        var places = places
        var child = index + 1
        var unchanged = child
        let end = end(of: index)
        while child < end {
            let value = isObject ? child + 1 : child
            let next = self.end(of: value)
            let own = places.prefix { $0.offset < Int(source.nodes[value].end) }
            places = places.dropFirst(own.count)
            defer { child = next }
            if own.isEmpty {
                count += 1
                continue
            }
            if unchanged < child {
                copy.separate()
                append(unchanged..<child, to: &copy)
            }
            unchanged = next
            if case .omission? = own.first?.edit, own.first?.offset == Int(source.nodes[value].start) { continue }
            count += 1
            if isObject {
                copy.separate()
                append(child..<value, to: &copy)
                copy.bytes.append(UInt8(ascii: ":"))
            }
            write(value, edited: own, to: &copy)
        }
        if unchanged < end {
            copy.separate()
            append(unchanged..<end, to: &copy)
        }
        return count
    }

    /// Appends consecutive nodes unchanged; `range` must also contain the nodes of all their content.
    private func append(_ range: Range<Int>, to copy: inout Copy) {
        guard let first = range.first else { return }
        // Walks over the outermost nodes only: the text ends where the last of them ends.
        var last = Int(nodes[first].end)
        var node = first
        while node < range.upperBound {
            last = Int(nodes[node].end)
            node = nodes[node].has(JSONNode.name) ? node + 1 : Int(nodes[node].next)
        }
        let start = Int(nodes[first].start)
        let offset = UInt32(copy.bytes.count) &- UInt32(start)
        let distance = UInt32(copy.nodes.count) &- UInt32(first)
        copy.bytes.append(contentsOf: bytes[start..<last])
        for index in range {
            var node = nodes[index]
            node.start &+= offset
            node.end &+= offset
            if !node.has(JSONNode.name) { node.next &+= distance }
            copy.nodes.append(node)
            copy.identities.append(UInt32(index))
        }
    }

    private static func write(_ word: String, identity: UInt32, to copy: inout Copy) {
        copy.separate()
        let start = copy.bytes.count
        JSONQuoting.append(word.utf8, to: &copy.bytes)
        let isEscaped = copy.bytes[start...].contains(UInt8(ascii: "\\"))
        let info = UInt32(JSONValue.Kind.string.rawValue) | (isEscaped ? JSONNode.escaped : 0)
        copy.nodes.append(
            JSONNode(
                start: UInt32(start), end: UInt32(copy.bytes.count), info: info, next: UInt32(copy.nodes.count) + 1))
        copy.identities.append(identity)
    }

    private mutating func identity(of index: Int, edited places: ArraySlice<Place>) -> UInt32 {
        var key = [index]
        for place in places { key += [place.offset, place.code] }
        if let known = identities[key] { return known }
        let identity = UInt32(nodes.count + identities.count)
        identities[key] = identity
        return identity
    }

    private func end(of index: Int) -> Int { Int(source.nodes[index].next) }

    private static func places(_ places: ArraySlice<Place>, in range: Range<Int>) -> ArraySlice<Place> {
        places.drop { $0.offset < range.lowerBound }.prefix { $0.offset < range.upperBound }
    }

    /// Returns the text of a document without insignificant white space, and its nodes with their places in that text.
    private static func compact(_ source: JSONStorage) -> ([UInt8], [JSONNode]) {
        var copy = Copy(capacity: (source.bytes.count, 0))
        var nodes = source.nodes
        var open: [Int] = []
        for index in nodes.indices {
            let node = nodes[index]
            copy.separate()
            nodes[index].start = UInt32(copy.bytes.count)
            switch node.kind {
            case .object:
                copy.bytes.append(UInt8(ascii: "{"))
                open.append(index)
            case .array:
                copy.bytes.append(UInt8(ascii: "["))
                open.append(index)
            default:
                copy.bytes.append(contentsOf: source.bytes[node.range])
                nodes[index].end = UInt32(copy.bytes.count)
                if node.has(JSONNode.name) { copy.bytes.append(UInt8(ascii: ":")) }
            }
            while let container = open.last, Int(nodes[container].next) == index + 1 {
                copy.bytes.append(nodes[container].kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                nodes[container].end = UInt32(copy.bytes.count)
                open.removeLast()
            }
        }
        return (copy.bytes, nodes)
    }
}
