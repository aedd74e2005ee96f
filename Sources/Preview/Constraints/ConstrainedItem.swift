import JSONText

/// A child of a constraint layout.
struct ConstrainedItem {
    let element: JSONValue
    /// The pointer of the object that holds the tag, the element and the constraints.
    let pointer: String
    /// The pointer of the child's element.
    var path: String { pointer + "/element" }
    let constraints: [Constraint]

    /// Returns the children of a wrapper with their first 12 constraints. Constants are limited to ±4096, widths and
    /// heights also to 0 or more. Nil if `elements` is not an array or has more than 500 children, or if a child, a tag
    /// or one of these constraints is invalid. Does not detect cycles.
    static func all(in wrapper: JSONValue, path: String) -> [ConstrainedItem]? {
        guard let elements = wrapper["elements"], elements.kind == .array, elements.count <= 500 else { return nil }
        let children = Array(elements.elements)
        var numbers: [JSONName: Int] = [:]
        for (number, child) in children.enumerated() {
            guard child["element"]?.kind == .object, let tag = child["tag"]?.string, tag != "superview",
                numbers.updateValue(number, forKey: JSONName(tag)) == nil
            else { return nil }
        }
        var items: [ConstrainedItem] = []
        for (number, child) in children.enumerated() {
            guard let element = child["element"], let list = child["constraints"], list.kind == .array else {
                return nil
            }
            var constraints: [Constraint] = []
            for constraint in list.elements.prefix(12) {
                guard let read = read(constraint, numbers: numbers, own: number) else { return nil }
                constraints.append(read)
            }
            items.append(
                ConstrainedItem(element: element, pointer: "\(path)/elements/\(number)", constraints: constraints))
        }
        return items
    }

    private static func read(_ value: JSONValue, numbers: [JSONName: Int], own: Int) -> Constraint? {
        guard let kind = value["type"]?.word.flatMap(Constraint.Kind.init),
            let constant = value["constant"]?.number?.double, constant.isFinite
        else { return nil }
        let clamped = min(4096, max(-4096, constant))
        if kind == .width || kind == .height {
            return Constraint(kind: kind, reference: nil, constant: max(0, clamped))
        }
        guard let reference = value["reference"]?.string else { return nil }
        if reference == "superview" { return Constraint(kind: kind, reference: .superview, constant: clamped) }
        guard let number = numbers[JSONName(reference)], number != own else { return nil }
        return Constraint(kind: kind, reference: .sibling(number), constant: clamped)
    }

    /// A position or size that a constraint requires: the distance `offset` from an anchor of the wrapper or a sibling
    /// or, without a reference, the size `offset`.
    struct Demand {
        let reference: Constraint.Reference?
        let place: Constraint.Place
        let offset: Double
    }

    /// Returns the requirements along an axis, by the child's anchor or size that each determines. The first two
    /// determine the child's position and size; further ones, and a second one for the same anchor, are ignored.
    func demands(along axis: Constraint.Axis, isRightToLeft: Bool) -> [Constraint.Place: Demand] {
        var demands: [Constraint.Place: Demand] = [:]
        for constraint in constraints where constraint.kind.axis == axis && demands.count < 2 {
            let place = constraint.place(isRightToLeft: isRightToLeft)
            guard demands[place] == nil else { continue }
            demands[place] = Demand(
                reference: constraint.reference, place: constraint.target(isRightToLeft: isRightToLeft),
                offset: constraint.offset(isRightToLeft: isRightToLeft))
        }
        return demands
    }

    /// Returns the indexes of the items in an order in which each item follows the siblings that its constraints along
    /// `axes` refer to; nil if the references form a cycle.
    static func order(_ items: [ConstrainedItem], along axes: [Constraint.Axis]) -> [Int]? {
        enum Mark { case new, open, done }
        var marks = Array(repeating: Mark.new, count: items.count)
        var order: [Int] = []
        func visit(_ number: Int) -> Bool {
            switch marks[number] {
            case .done: return true
            case .open: return false
            case .new: break
            }
            marks[number] = .open
            for constraint in items[number].constraints where axes.contains(constraint.kind.axis) {
                if case .sibling(let other) = constraint.reference, !visit(other) { return false }
            }
            marks[number] = .done
            order.append(number)
            return true
        }
        for number in items.indices where !visit(number) { return nil }
        return order
    }
}
