import JSONText

/// Draws a layout by constraints: the children where the solver puts them.
///
/// Without script, CSS anchors place the children and an estimate gives the wrapper's height; children stand in an
/// order in which each follows those it is placed by, because anchors cannot look ahead. The page's script measures and
/// solves the same constraints again.
struct ConstraintDrawing {
    let items: [ConstrainedItem]
    let drawing: Drawing
    let identifier: String

    /// The children, and the rules that place them.
    func markup(slot: Slot, depth: Int) -> Markup {
        let geometry = drawing.geometry
        guard case .entity(let id) = slot,
            let solved = drawing.natural.sizes(of: items, of: id, within: drawing.room)
        else { return .empty }
        let estimate = LayoutEstimate(
            items: items, across: solved.across, down: solved.down, isRightToLeft: geometry.isRightToLeft)
        drawing.add(problems: estimate.problems)
        var rules = "#\(identifier){block-size:\(px(solved.down.size));min-inline-size:min(\(px(solved.least)),100%)}"
        let joint = ConstrainedItem.order(items, along: Constraint.Axis.allCases)
        var html = ""
        // Where children stand in another order than the document's, later ones still lie above earlier ones.
        let isSorted = joint == nil || joint == Array(items.indices)
        for number in joint ?? Array(items.indices) {
            let item = items[number]
            let name = "\(identifier)-\(number)"
            if joint != nil {
                rules +=
                    "\n#\(name){anchor-name:--\(name);reading-order:\(number);\(isSorted ? "" : "z-index:\(number);")\(anchors(item))}"
            } else {
                let (x, y) = (solved.across.places[number], solved.down.places[number])
                rules +=
                    "\n#\(name){left:\(px(x.start));top:\(px(y.start));width:\(px(x.size));height:\(px(y.size))}"
            }
            let element = drawing.within(solved.across.places[number].size) {
                drawing.draw(item.element, slot: slot, path: item.path, depth: depth + 1)
            }
            html += "<div class=\"constrained\" id=\"\(name)\" data-number=\"\(number)\""
            html += " data-item=\"\(Markup.escape(item.pointer))\""
            html += " data-constraints=\"\(Markup.escape(json(item)))\">\(element.html)</div>"
        }
        drawing.add(rules: rules)
        return Markup(html: "<div class=\"constraints\" id=\"\(identifier)\">\(html)</div>")
    }

    private func px(_ length: Double) -> String { StyleSheet.number(length) + "px" }

    /// The constraints for the script: kind, number of the sibling or −1 for the wrapper or null, constant.
    private func json(_ item: ConstrainedItem) -> String {
        let entries = item.constraints.map { constraint in
            let reference =
                switch constraint.reference {
                case .superview: "-1"
                case .sibling(let number): String(number)
                case nil: "null"
                }
            return "[\"\(constraint.kind.rawValue)\",\(reference),\(StyleSheet.number(constraint.constant))]"
        }
        return "[" + entries.joined(separator: ",") + "]"
    }

    // MARK: Anchors

    private func anchors(_ item: ConstrainedItem) -> String {
        var rules: [String] = []
        var anchor: String?
        // Text is not squeezed into what is left of the wrapper unless both its ends are fixed.
        if item.constraints.count(where: { $0.kind.axis == .horizontal }) < 2 { rules.append("width:max-content") }
        for constraint in item.constraints {
            let constant = constraint.constant
            switch constraint.kind.place {
            case .size:
                rules.append("\(constraint.kind.rawValue):\(px(constant))")
            case .start, .end:
                rules.append(edge(constraint))
            case .center:
                let isAcross = constraint.kind.axis == .horizontal
                let (start, end) = isAcross ? ("left", "right") : ("top", "bottom")
                let align = isAcross ? "justify-self" : "align-self"
                guard case .sibling(let number) = constraint.reference else {
                    rules.append("\(start):\(px(constant));\(end):\(px(-constant));\(align):center")
                    continue
                }
                let name = "--\(identifier)-\(number)"
                if anchor == nil || anchor == name {
                    anchor = name
                    rules.append("position-anchor:\(name);\(align):unsafe anchor-center")
                    if constant != 0 { rules.append("margin-\(start):\(px(2 * constant))") }
                } else {
                    rules.append("\(start):calc(anchor(\(name) center) + \(px(constant)))")
                    rules.append("translate:\(isAcross ? "-50% 0" : "0 -50%")")
                }
            }
        }
        return rules.joined(separator: ";")
    }

    private func edge(_ constraint: Constraint) -> String {
        let property =
            switch constraint.kind {
            case .leading: "inset-inline-start"
            case .trailing: "inset-inline-end"
            default: constraint.kind.rawValue
            }
        // An inset grows inwards, a constant to the right and down.
        let inset = constraint.kind.place == .end ? -constraint.constant : constraint.constant
        guard case .sibling(let number) = constraint.reference else { return "\(property):\(px(inset))" }
        let facing =
            switch constraint.kind {
            case .top: "bottom"
            case .bottom: "top"
            case .left: "right"
            case .right: "left"
            case .leading: "end"
            default: "start"
            }
        return "\(property):calc(anchor(--\(identifier)-\(number) \(facing)) + \(px(inset)))"
    }
}
