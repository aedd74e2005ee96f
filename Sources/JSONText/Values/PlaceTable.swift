/// The container and position of each node of a document, so that finding the pointer of a value takes one step for
/// each token, regardless of the number of siblings.
struct PlaceTable: Sendable {
    /// The place of a node in its container.
    struct Place {
        /// The index of the container's node.
        var container: Int
        /// The position of the item or member, from 0.
        var position: Int
        /// True for a member's name.
        var isName: Bool
    }

    private static let none = UInt32.max

    private var containers: [UInt32]
    /// Twice the position, plus one for a name.
    private var positions: [UInt32]

    /// Creates the table of a document's nodes; each container comes before its content.
    init(_ nodes: [JSONNode]) {
        containers = [UInt32](repeating: Self.none, count: nodes.count)
        positions = [UInt32](repeating: 0, count: nodes.count)
        for (index, node) in nodes.enumerated() where node.kind == .object || node.kind == .array {
            var child = index + 1
            for position in 0..<node.count {
                if node.kind == .object {
                    (containers[child], positions[child]) = (UInt32(index), UInt32(2 * position + 1))
                    child += 1
                }
                (containers[child], positions[child]) = (UInt32(index), UInt32(2 * position))
                child = Int(nodes[child].next)
            }
        }
    }

    /// The place of a node; nil for the root.
    subscript(_ node: Int) -> Place? {
        guard containers[node] != Self.none else { return nil }
        return Place(
            container: Int(containers[node]), position: Int(positions[node] / 2), isName: positions[node] % 2 == 1)
    }
}
