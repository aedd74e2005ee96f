import JSONText

/// A constraint that places an edge or the center of a child relative to the wrapper or a sibling, or that fixes the
/// child's width or height.
struct Constraint {
    enum Axis: CaseIterable { case horizontal, vertical }

    /// An anchor of a box along an axis, or its size; `start` is the left or top edge in every text direction.
    enum Place: Hashable { case start, end, center, size }

    enum Kind: String {
        case top, bottom, left, right, leading, trailing, centerX, centerY, width, height

        var axis: Axis {
            switch self {
            case .left, .right, .leading, .trailing, .centerX, .width: .horizontal
            case .top, .bottom, .centerY, .height: .vertical
            }
        }

        /// The child's anchor in a left-to-right layout, or `size` for a width or height.
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
        /// The wrapper, which is the box of the whole layout; documents call it `superview`.
        case superview
        /// A sibling, by its index.
        case sibling(Int)
    }

    let kind: Kind
    /// The box that the constraint refers to; nil for a fixed size.
    let reference: Reference?
    /// The size or the distance in points. Positive distances lead to the right or down; for `leading` and `trailing`
    /// in a right-to-left layout, to the left.
    let constant: Double

    /// Returns the child's anchor, or `size` for a width or height; `leading` and `trailing` follow the text direction.
    func place(isRightToLeft: Bool) -> Place {
        guard isRightToLeft, kind == .leading || kind == .trailing else { return kind.place }
        return kind.place == .start ? .end : .start
    }

    /// Returns the anchor of `reference` that the constraint refers to: of the wrapper, the same anchor as the child's;
    /// of a sibling, the opposite edge or the center. Returns `size` for a width or height.
    func target(isRightToLeft: Bool) -> Place {
        let own = place(isRightToLeft: isRightToLeft)
        guard case .sibling = reference else { return own }
        switch own {
        case .start: return .end
        case .end: return .start
        case .center, .size: return own
        }
    }

    /// Returns the constant, negated for `leading` and `trailing` in a right-to-left layout.
    func offset(isRightToLeft: Bool) -> Double {
        isRightToLeft && (kind == .leading || kind == .trailing) ? -constant : constant
    }
}
