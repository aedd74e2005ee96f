import JSONSchema

/// Calculates the number of levels in the flattest valid value of a subschema. This distinguishes branches of unions
/// that end from those that recurse.
struct SchemaHeights {
    /// The height of a subschema that no value matches, or that only values nested without end would match.
    static let endless = 300

    private var heights: [SchemaNode: Int] = [:]

    /// Returns the number of levels below the value itself: 0 for a text, 1 for an object with a required text.
    mutating func height(of node: SchemaNode) -> Int {
        if heights[node] == nil { measure(from: node) }
        return heights[node] ?? Self.endless
    }

    /// The parts of a subschema that determine its height.
    private struct Parts {
        var isImpossible = false
        /// The subschemas that apply to the same value.
        var together: [SchemaNode] = []
        var alternatives: [[SchemaNode]] = []
        /// The subschemas of required members and elements.
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
        // Works from the innermost values outwards: each round determines the heights of at least one more level.
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
