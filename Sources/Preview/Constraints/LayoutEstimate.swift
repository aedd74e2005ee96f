/// Finds probable problems of a constraint layout from estimated sizes; with script, the browser measures instead.
///
/// Problems smaller than the estimate's uncertainty are not reported.
struct LayoutEstimate {
    let items: [ConstrainedItem]
    let across: ConstraintSolver.Solution
    let down: ConstraintSolver.Solution
    let isRightToLeft: Bool

    /// The uncertainty of the estimate in CSS pixels.
    private static let slack = 4.0

    /// The problems in the order of the children.
    var problems: [LayoutProblem] {
        var problems: [LayoutProblem] = []
        for (number, item) in items.enumerated() {
            let x = outside(across.places[number], of: across.size)
            let y = outside(down.places[number], of: down.size)
            add(.overflowX, x, at: item.path, to: &problems)
            add(.overflowY, y, at: item.path, to: &problems)
            problems += overlaps(of: number)
            problems += unmetConstraints(of: number)
        }
        return problems
    }

    private func add(
        _ kind: LayoutProblem.Kind, _ amount: Double, at pointer: String, to problems: inout [LayoutProblem]
    ) {
        guard amount > Self.slack else { return }
        problems.append(LayoutProblem(pointer: pointer, kind: kind, amount: Int(bounding: amount)))
    }

    private func outside(_ place: (start: Double, size: Double), of size: Double) -> Double {
        max(-place.start, place.start + place.size - size)
    }

    /// Returns an element's first overlap with an earlier sibling that does not contain the element; empty if there is
    /// none. Only the first 100 elements are examined.
    private func overlaps(of number: Int) -> [LayoutProblem] {
        guard number < 100 else { return [] }
        var problems: [LayoutProblem] = []
        for other in 0..<number {
            let (x, y) = (overlap(across, number, other), overlap(down, number, other))
            let isContained = isInside(across, number, in: other) && isInside(down, number, in: other)
            if !isContained { add(.overlap, min(x, y), at: items[number].path, to: &problems) }
        }
        return Array(problems.prefix(1))
    }

    private func overlap(_ axis: ConstraintSolver.Solution, _ one: Int, _ other: Int) -> Double {
        let (a, b) = (axis.places[one], axis.places[other])
        return min(a.start + a.size, b.start + b.size) - max(a.start, b.start)
    }

    private func isInside(_ axis: ConstraintSolver.Solution, _ one: Int, in other: Int) -> Bool {
        let (a, b) = (axis.places[one], axis.places[other])
        return a.start >= b.start - 1 && a.start + a.size <= b.start + b.size + 1
    }

    /// Returns the constraints of an element that are not met.
    private func unmetConstraints(of number: Int) -> [LayoutProblem] {
        var problems: [LayoutProblem] = []
        let item = items[number]
        for (index, constraint) in item.constraints.enumerated() {
            let axis = constraint.kind.axis == .horizontal ? across : down
            let isMirrored = isRightToLeft && constraint.kind.axis == .horizontal
            let own = coordinate(axis.places[number], constraint.place(isRightToLeft: isMirrored))
            let target = constraint.target(isRightToLeft: isMirrored)
            let base =
                switch constraint.reference {
                case .superview: coordinate((0, axis.size), target)
                case .sibling(let other): coordinate(axis.places[other], target)
                case nil: 0.0
                }
            let off = abs(own - base - constraint.offset(isRightToLeft: isMirrored))
            add(.constraint, off, at: "\(item.pointer)/constraints/\(index)", to: &problems)
        }
        return problems
    }

    private func coordinate(_ place: (start: Double, size: Double), _ anchor: Constraint.Place) -> Double {
        switch anchor {
        case .start: place.start
        case .end: place.start + place.size
        case .center: place.start + place.size / 2
        case .size: place.size
        }
    }
}
