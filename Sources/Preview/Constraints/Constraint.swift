import JSONText

/// One constraint of a layout: an edge, a centre or a size, against the wrapper or a sibling, or fixed.
struct Constraint {
    enum Axis: CaseIterable { case horizontal, vertical }

    /// What of a box a constraint speaks of, along its axis.
    enum Place: Hashable { case start, end, center, size }

    enum Kind: String {
        case top, bottom, left, right, leading, trailing, centerX, centerY, width, height

        var axis: Axis {
            switch self {
            case .left, .right, .leading, .trailing, .centerX, .width: .horizontal
            case .top, .bottom, .centerY, .height: .vertical
            }
        }

        /// The place in a layout that runs left to right.
        var place: Place {
            switch self {
            case .top, .left, .leading: .start
            case .bottom, .right, .trailing: .end
            case .centerX, .centerY: .center
            case .width, .height: .size
            }
        }
    }

    enum Reference: Hashable {
        case superview
        /// A sibling, by its number.
        case sibling(Int)
    }

    let kind: Kind
    /// Nothing for a fixed size.
    let reference: Reference?
    /// Points, positive to the right and down.
    let constant: Double

    /// The own place, where `leading` and `trailing` follow the direction of the text.
    func place(isRightToLeft: Bool) -> Place {
        guard isRightToLeft, kind == .leading || kind == .trailing else { return kind.place }
        return kind.place == .start ? .end : .start
    }

    /// The place of the reference that the own place meets: the same of the wrapper, the facing one of a sibling.
    func target(isRightToLeft: Bool) -> Place {
        let own = place(isRightToLeft: isRightToLeft)
        guard case .sibling = reference else { return own }
        switch own {
        case .start: return .end
        case .end: return .start
        case .center, .size: return own
        }
    }

    /// The constant along the axis; those of `leading` and `trailing` follow the direction of the text.
    func offset(isRightToLeft: Bool) -> Double {
        isRightToLeft && (kind == .leading || kind == .trailing) ? -constant : constant
    }
}
