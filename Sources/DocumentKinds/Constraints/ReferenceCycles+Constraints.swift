import JSONText

extension ReferenceCycles {
    /// Finds the cycles of references between the children of a constraint layout along one axis.
    init(children: [ConstrainedChild], axis: ConstraintAxis) {
        var places: [JSONName: Int] = [:]
        for (index, child) in children.enumerated() {
            if let tag = child.tag { places[JSONName(tag)] = index }
        }
        let edges = children.map { child in
            child.constraints.compactMap { constraint -> Edge? in
                guard constraint.axis == axis, let value = constraint.referenceValue,
                    let to = constraint.reference.flatMap({ places[JSONName($0)] })
                else { return nil }
                return Edge(to: to, reference: value)
            }
        }
        self.init(names: children.map { $0.tag ?? "" }, edges: edges)
    }
}
