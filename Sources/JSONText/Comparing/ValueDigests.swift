/// The digests of all values of a document, by node: equal values have equal digests.
///
/// Digests are computed in one pass. They differ between processes, so that nobody can prepare unequal values with
/// equal digests.
struct ValueDigests: Sendable {
    private var digests: [UInt64]

    init(of storage: JSONStorage, by comparison: JSONComparison) {
        digests = [UInt64](repeating: 0, count: storage.nodes.count)
        // A container's node comes before those of its content, so a pass from the end computes the content first.
        for index in storage.nodes.indices.reversed() {
            let node = storage.nodes[index]
            digests[index] =
                node.kind == .array || node.kind == .object
                ? container(at: index, of: storage, by: comparison)
                : Self.scalar(JSONValue(storage: storage, index: index), by: comparison)
        }
    }

    subscript(_ node: Int) -> UInt64 { digests[node] }

    private func container(at index: Int, of storage: JSONStorage, by comparison: JSONComparison) -> UInt64 {
        let node = storage.nodes[index]
        var digest = NameHash.mix(UInt64(node.kind.rawValue) ^ UInt64(node.count) << 8 ^ NameHash.seed)
        var child = index + 1
        for _ in 0..<node.count {
            var term: UInt64
            if node.kind == .object {
                term = NameHash.mix(digests[child] ^ NameHash.mix(digests[child + 1]))
                child += 1
            } else {
                term = digests[child]
            }
            child = Int(storage.nodes[child].next)
            if node.kind == .object, comparison == .meaning {
                // A sum does not depend on the order of its terms.
                digest &+= term
            } else {
                term ^= digest
                digest = NameHash.mix(term) &+ digest
            }
        }
        return NameHash.mix(digest)
    }

    private static func scalar(_ value: JSONValue, by comparison: JSONComparison) -> UInt64 {
        let kind = value.kind
        if comparison == .meaning, kind == .number {
            var hasher = Hasher()
            hasher.combine(value.number)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        let bytes = comparison == .meaning ? value.utf8 ?? value.rawBytes : value.rawBytes
        return NameHash.mix(NameHash.wide(bytes.span, in: 0..<bytes.count) ^ UInt64(kind.rawValue))
    }
}
