import JSONText

/// One constraint: an edge, a centre or a size, relative to the wrapper or a sibling, or fixed.
struct Constraint {
    enum Axis: CaseIterable { case horizontal, vertical }

    /// The anchor a constraint refers to, along its axis.
    enum Place: Hashable { case start, end, center, size }

    enum Kind: String {
        case top, bottom, left, right, leading, trailing, centerX, centerY, width, height

        var axis: Axis {
            switch self {
            case .left, .right, .leading, .trailing, .centerX, .width: .horizontal
            case .top, .bottom, .centerY, .height: .vertical
            }
        }

        /// The anchor in a left-to-right layout.
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
        /// A sibling, by its index.
        case sibling(Int)
    }

    let kind: Kind
    /// The reference; nil for a fixed size.
    let reference: Reference?
    /// The constant in points, positive to the right and down.
    let constant: Double

    /// Returns the own anchor; `leading` and `trailing` follow the text direction.
    func place(isRightToLeft: Bool) -> Place {
        guard isRightToLeft, kind == .leading || kind == .trailing else { return kind.place }
        return kind.place == .start ? .end : .start
    }

    /// Returns the anchor of the reference: the same one of the wrapper, the facing one of a sibling.
    func target(isRightToLeft: Bool) -> Place {
        let own = place(isRightToLeft: isRightToLeft)
        guard case .sibling = reference else { return own }
        switch own {
        case .start: return .end
        case .end: return .start
        case .center, .size: return own
        }
    }

    /// Returns the constant along the axis; for `leading` and `trailing` it follows the text direction.
    func offset(isRightToLeft: Bool) -> Double {
        isRightToLeft && (kind == .leading || kind == .trailing) ? -constant : constant
    }
}
