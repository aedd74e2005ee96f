/// Solves one axis of a constraint layout in one pass: every coordinate is an affine function of the size of the
/// wrapper, which is the box of the whole layout.
struct ConstraintSolver {
    let items: [ConstrainedItem]
    let axis: Constraint.Axis
    let isRightToLeft: Bool

    /// The wrapper's size and each child's start and size, in CSS pixels.
    struct Solution {
        let size: Double
        let places: [(start: Double, size: Double)]
    }

    private struct Box {
        let start: Affine
        let size: Affine

        subscript(_ place: Constraint.Place) -> Affine {
            switch place {
            case .start: start
            case .end: start + size
            case .center: start + size * 0.5
            case .size: size
            }
        }
    }

    /// Returns the wrapper's size and the children's positions for children of these natural sizes. `size` is the
    /// wrapper's size; nil stands for the smallest that, as far as the constraints allow, contains all children.
    ///
    /// Returns nil if the constraints on this axis form a cycle.
    func solve(natural: [Double], size known: Double?) -> Solution? {
        guard let order = ConstrainedItem.order(items, along: [axis]) else { return nil }
        let isMirrored = isRightToLeft && axis == .horizontal
        let wrapper = Box(start: Affine(0), size: Affine(0, share: 1))
        var boxes: [Int: Box] = [:]
        var demands: [(length: Affine, least: Double)] = []
        for number in order {
            let places = items[number].demands(along: axis, isRightToLeft: isRightToLeft).mapValues { demand in
                let base =
                    switch demand.reference {
                    case .superview: wrapper[demand.place]
                    case .sibling(let other): boxes[other]?[demand.place] ?? Affine(0)
                    case nil: Affine(0)
                    }
                return base + Affine(demand.offset)
            }
            let box = Self.box(places, natural: natural[number], isMirrored: isMirrored)
            if places[.start] != nil, places[.end] != nil { demands.append((box.size, natural[number])) }
            demands.append((box.start, 0))
            demands.append((wrapper[.end] - box[.end], 0))
            boxes[number] = box
        }
        let size = known ?? Self.smallest(demands)
        return Solution(
            size: size,
            places: items.indices.map { number in
                guard let box = boxes[number] else { return (0, 0) }
                return (Double(bounding: box.start.at(size)), max(0, Double(bounding: box.size.at(size))))
            })
    }

    private static func box(_ places: [Constraint.Place: Affine], natural: Double, isMirrored: Bool) -> Box {
        let size: Affine
        switch (places[.size], places[.start], places[.end], places[.center]) {
        case (let given?, _, _, _): size = given
        case (_, let start?, let end?, _): size = end - start
        case (_, let start?, _, let center?): size = (center - start) * 2
        case (_, _, let end?, let center?): size = (end - center) * 2
        default: size = Affine(natural)
        }
        if let start = places[.start] { return Box(start: start, size: size) }
        if let end = places[.end] { return Box(start: end - size, size: size) }
        if let center = places[.center] { return Box(start: center - size * 0.5, size: size) }
        return Box(start: isMirrored ? Affine(0, share: 1) - size : Affine(0), size: size)
    }

    /// Returns the smallest size of the wrapper, at most 20,000 CSS pixels, at which every length that grows with the
    /// wrapper has its minimum, `least`.
    private static func smallest(_ demands: [(length: Affine, least: Double)]) -> Double {
        var size = 0.0
        for (length, least) in demands where length.share > 1e-9 {
            size = max(size, (least - length.fixed) / length.share)
        }
        return min(Double(bounding: size), 20_000)
    }
}
