/// In which container each node of a document stands, and where in it, so that the way up takes as many steps as there
/// are levels, however many siblings there are.
struct PlaceTable: Sendable {
    /// Where a node stands.
    struct Place {
        /// The container's node.
        var container: Int
        /// Which item or member it is, from 0.
        var position: Int
        /// Whether it is a member's name.
        var isName: Bool
    }

    private static let none = UInt32.max

    private var containers: [UInt32]
    /// Twice the position, and one more for a name.
    private var positions: [UInt32]

    /// The places of a document's nodes, each container standing before what it contains.
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

    /// Where a node stands; nil for the root.
    subscript(_ node: Int) -> Place? {
        guard containers[node] != Self.none else { return nil }
        return Place(
            container: Int(containers[node]), position: Int(positions[node] / 2), isName: positions[node] % 2 == 1)
    }
}
