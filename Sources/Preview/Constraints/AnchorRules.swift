/// Places the children of a layout by constraints with style sheets alone: by the wrapper's edges, and by CSS anchors,
/// which are the siblings that stand before them.
///
/// Says of each axis what `ConstraintSolver` says, but leaves to the browser the sizes that nothing fixes.
struct AnchorRules {
    /// What the names of the anchors begin with.
    let identifier: String
    let isRightToLeft: Bool

    /// Farther than any layout reaches, in CSS pixels.
    private static let far = 40_000.0

    /// The name of a child as an anchor of others.
    func name(of number: Int) -> String { "--\(identifier)-\(number)" }

    /// The declarations that place a child.
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
            // Text is not squeezed into what one edge leaves of the wrapper, but made no wider than it either.
            declarations.append(demands.count < 2 && demands[.size] == nil ? "width:max-content" : "max-width:none")
        }

        func start(_ demand: ConstrainedItem.Demand) -> String { distance(to: demand, along: axis, fromEnd: false) }
        func end(_ demand: ConstrainedItem.Demand) -> String { distance(to: demand, along: axis, fromEnd: true) }
        func inset(start: String? = nil, end: String? = nil) {
            if let start { declarations.append("\(isAcross ? "left" : "top"):calc(\(start))") }
            if let end { declarations.append("\(isAcross ? "right" : "bottom"):calc(\(end))") }
        }
        // Two places give the size, which is never less than nothing; a centre is as far from one edge as from the other.
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
            // In the middle of a room that reaches equally far to both sides.
            inset(start: "\(start(center)) - \(px(Self.far))", end: "\(end(center)) - \(px(Self.far))")
            declarations.append(isAcross ? "justify-self:center" : "align-self:center")
        case (nil, nil, nil):
            isMirrored ? inset(end: "0px") : inset(start: "0px")
        }
        return declarations
    }

    /// How far a place is from the wrapper's start or end, as a sum that an inset may say.
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
