import JSONText

/// Draws a constraint layout.
///
/// Without script, CSS anchors place the children, and the wrapper's height is an estimate. Each child is written after
/// the siblings that its constraints refer to, because anchors cannot refer to later elements. If no such order exists
/// for both axes together, the children get estimated positions and sizes. The page's script measures the children and
/// solves the constraints again.
struct ConstraintDrawing {
    let items: [ConstrainedItem]
    let drawing: Drawing
    let identifier: String

    /// Returns the children and the markup to insert into the layout at `path`, and adds their style rules to the page;
    /// empty if the constraints cannot be solved or `valueType` is not an entity.
    func markup(valueType: ValueType, path: String, depth: Int) -> Markup {
        guard case .entity(let id) = valueType,
            let solved = drawing.natural.sizes(of: items, of: id, within: drawing.room)
        else { return .empty }
        let isRightToLeft = drawing.geometry.isRightToLeft
        let estimate = LayoutEstimate(
            items: items, across: solved.across, down: solved.down, isRightToLeft: isRightToLeft)
        drawing.add(problems: estimate.problems)
        let size = "block-size:\(px(solved.down.size));contain-intrinsic-inline-size:\(px(solved.least))"
        drawing.add(rules: "#\(identifier){\(size)}")

        let anchors = AnchorRules(identifier: identifier, isRightToLeft: isRightToLeft)
        let inOrder = Array(items.indices)
        let joint = ConstrainedItem.order(items, along: Constraint.Axis.allCases)
        var html = ""
        for number in joint ?? inOrder {
            let (x, y) = (solved.across.places[number], solved.down.places[number])
            var rules: String
            if let joint {
                rules = "anchor-name:\(anchors.name(of: number));reading-order:\(number);"
                // In another order than the document's, children must still cover those before them in the document.
                if joint != inOrder { rules += "z-index:\(number);" }
                rules += anchors.declarations(of: items[number])
            } else {
                rules = "left:\(px(x.start));top:\(px(y.start));width:\(px(x.size));height:\(px(y.size))"
            }
            drawing.add(rules: "#\(identifier)-\(number){\(rules)}")
            html += child(number, valueType: valueType, width: x.size, depth: depth)
        }
        return Markup(
            html: "<div class=\"constraints\" id=\"\(identifier)\">\(html)\(drawing.takeInserts(at: path).html)</div>")
    }

    private func child(_ number: Int, valueType: ValueType, width: Double, depth: Int) -> String {
        let item = items[number]
        let element = drawing.within(width) {
            drawing.draw(item.element, valueType: valueType, path: item.path, depth: depth + 1)
        }
        return "<div class=\"constrained\" id=\"\(identifier)-\(number)\" data-number=\"\(number)\""
            + " data-item=\"\(Markup.escape(item.pointer))\""
            + " data-constraints=\"\(Markup.escape(json(item)))\">\(element.html)</div>"
    }

    private func px(_ length: Double) -> String { StyleSheet.number(length) + "px" }

    /// Returns the constraints for the script, each as an array of its kind, its reference (a sibling's index, −1 for
    /// the wrapper, null for a fixed size) and its constant.
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
}
