/// Places the children of a constraint layout with style sheets alone: by the edges of the wrapper, which is the box of
/// the whole layout, and by CSS anchors on siblings that stand earlier in the markup.
///
/// Applies the rules of `ConstraintSolver` on each axis, but lets the browser determine sizes that no constraint fixes.
struct AnchorRules {
    /// The HTML id of the layout, with which the names of its anchors begin.
    let identifier: String
    let isRightToLeft: Bool

    /// A distance that is assumed to be longer than any layout, in CSS pixels.
    private static let far = 40_000.0

    /// Returns the CSS anchor name of the child at an index.
    func name(of number: Int) -> String { "--\(identifier)-\(number)" }

    /// Returns the declarations that place a child.
    func declarations(of item: ConstrainedItem) -> String {
        Constraint.Axis.allCases.flatMap { declarations(of: item, along: $0) }.joined(separator: ";")
    }

    private func declarations(of item: ConstrainedItem, along axis: Constraint.Axis) -> [String] {
        let isAcross = axis == .horizontal
        let isMirrored = isAcross && isRightToLeft
        let demands = item.demands(along: axis, isRightToLeft: isRightToLeft)
        var declarations: [String] = []
        if let size = demands[.size] { declarations.append("\(isAcross ? "width" : "height"):\(px(size.offset))") }
        if isAcross {
            // A child whose width is not constrained gets its natural width, at most the wrapper's. Without this rule
            // the browser would limit it to the space beside the constrained edge.
            declarations.append(demands.count < 2 && demands[.size] == nil ? "width:max-content" : "max-width:none")
        }

        func start(_ demand: ConstrainedItem.Demand) -> String { distance(to: demand, along: axis, fromEnd: false) }
        func end(_ demand: ConstrainedItem.Demand) -> String { distance(to: demand, along: axis, fromEnd: true) }
        func inset(start: String? = nil, end: String? = nil) {
            if let start { declarations.append("\(isAcross ? "left" : "top"):calc(\(start))") }
            if let end { declarations.append("\(isAcross ? "right" : "bottom"):calc(\(end))") }
        }
        // Places both edges, which determines the size; it is at least 0. If one edge and the center are required, the
        // other edge is as far from the center as the required one.
        func stretched(start: String, end: String, startFromEnd: String) {
            inset(start: start, end: "min(\(end),\(startFromEnd))")
        }
        switch (demands[.start], demands[.end], demands[.center]) {
        case (let first?, let last?, _):
            stretched(start: start(first), end: end(last), startFromEnd: end(first))
        case (let first?, nil, let center?):
            let opposite = "2*(\(end(center))) - (\(end(first)))"
            stretched(start: start(first), end: opposite, startFromEnd: end(first))
        case (nil, let last?, let center?):
            let opposite = ("2*(\(start(center))) - (\(start(last)))", "2*(\(end(center))) - (\(end(last)))")
            stretched(start: opposite.0, end: end(last), startFromEnd: opposite.1)
        case (let first?, nil, nil):
            inset(start: start(first))
        case (nil, let last?, nil):
            inset(end: end(last))
        case (nil, nil, let center?):
            // Centers the child in a space that extends equally far to both sides of the required center.
            inset(start: "\(start(center)) - \(px(Self.far))", end: "\(end(center)) - \(px(Self.far))")
            declarations.append(isAcross ? "justify-self:center" : "align-self:center")
        case (nil, nil, nil):
            isMirrored ? inset(end: "0px") : inset(start: "0px")
        }
        return declarations
    }

    /// Returns the distance of a required position from the wrapper's left or top edge or, if `fromEnd` is true, from
    /// its right or bottom edge, as a CSS sum.
    private func distance(
        to demand: ConstrainedItem.Demand, along axis: Constraint.Axis, fromEnd: Bool
    ) -> String {
        let base: String
        switch (demand.reference, demand.place) {
        case (.sibling(let number), let place): base = "anchor(\(name(of: number)) \(side(place, axis)))"
        case (_, .start): base = fromEnd ? "100%" : "0px"
        case (_, .end): base = fromEnd ? "0px" : "100%"
        case (_, .center), (_, .size): base = "50%"
        }
        return "\(base) + \(px(fromEnd ? -demand.offset : demand.offset))"
    }

    private func side(_ place: Constraint.Place, _ axis: Constraint.Axis) -> String {
        switch (place, axis) {
        case (.start, .horizontal): "left"
        case (.end, .horizontal): "right"
        case (.start, .vertical): "top"
        case (.end, .vertical): "bottom"
        case (.center, _), (.size, _): "center"
        }
    }

    private func px(_ length: Double) -> String { StyleSheet.number(length) + "px" }
}
