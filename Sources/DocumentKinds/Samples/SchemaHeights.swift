import JSONSchema

/// How many levels the smallest value of a subschema has, so that alternatives that end can be told from those that go
/// on.
struct SchemaHeights {
    /// The height of what has no end, or cannot be at all.
    static let endless = 300

    private var heights: [SchemaNode: Int] = [:]

    /// The levels below the value itself: 0 for a text, 1 for an object with a required text.
    mutating func height(of node: SchemaNode) -> Int {
        if heights[node] == nil { measure(from: node) }
        return heights[node] ?? Self.endless
    }

    /// What the height of a subschema follows from.
    private struct Parts {
        var isImpossible = false
        /// Those that hold at the same value.
        var together: [SchemaNode] = []
        var alternatives: [[SchemaNode]] = []
        /// Those of members and elements that must be there.
        var inside: [SchemaNode] = []

        init(_ node: SchemaNode) {
            isImpossible = node.constant == false
            guard node.constantValue == nil, node.allowedValues == nil else { return }
            together = [node.reference, node.dynamicReference].compactMap(\.self) + node.allOf
            alternatives = [node.oneOf, node.anyOf].filter { !$0.isEmpty }
            inside = node.required.compactMap { node.property($0) }
            if let minimum = node.itemCounts.minimum, minimum > 0 {
                inside += node.prefixItems.prefix(minimum)
                if minimum > node.prefixItems.count, let items = node.items { inside.append(items) }
            }
        }

        var all: [SchemaNode] { together + alternatives.flatMap(\.self) + inside }
    }

    private mutating func measure(from root: SchemaNode) {
        var parts: [(node: SchemaNode, parts: Parts)] = []
        var reached: Set<SchemaNode> = [root]
        var pending = [root]
        while let node = pending.popLast() {
            let own = Parts(node)
            parts.append((node, own))
            if heights[node] == nil { heights[node] = Self.endless }
            pending += own.all.filter { reached.insert($0).inserted }
        }
        // From below: each round settles at least those that are one level higher.
        var isChanging = true
        while isChanging {
            isChanging = false
            for (node, parts) in parts.reversed() {
                let height = height(parts)
                if height < heights[node] ?? 0 {
                    heights[node] = height
                    isChanging = true
                }
            }
        }
    }

    private func height(_ parts: Parts) -> Int {
        if parts.isImpossible { return Self.endless }
        func known(_ node: SchemaNode) -> Int { heights[node] ?? Self.endless }
        let together = parts.together.map(known).max() ?? 0
        let chosen = parts.alternatives.map { $0.map(known).min() ?? 0 }.max() ?? 0
        let inside = parts.inside.map { known($0) + 1 }.max() ?? 0
        return min(Self.endless, max(together, chosen, inside))
    }
}
