import JSONText

/// A node of a UI schema, which describes how the field at the same position in the data is shown.
///
/// A setting such as `title` may be written as `ui:title`, in `ui:options`, or as `title`. A member without `ui:` whose
/// value is an object is not a setting but the node of the field with that name.
struct FormUI {
    let value: JSONValue?

    subscript(_ setting: String) -> JSONValue? {
        guard let value, value.kind == .object else { return nil }
        if let member = value["ui:" + setting] ?? value["ui:options"]?[setting] { return member }
        guard let bare = value[setting], bare.kind != .object else { return nil }
        return bare
    }

    /// Returns a setting that is a string; otherwise nil.
    func text(_ setting: String) -> String? { self[setting]?.string }

    /// Returns true if a setting is `true`.
    func flag(_ setting: String) -> Bool { self[setting]?.boolean ?? false }

    /// Returns the node of a field, or of an array's elements for `items`.
    func field(_ name: String) -> FormUI {
        guard let member = value?[name], member.kind == .object else { return FormUI(value: nil) }
        return FormUI(value: member)
    }

    /// The names in `ui:order` or `order`.
    var order: [String]? {
        guard let order = self["order"], order.kind == .array else { return nil }
        return order.elements.compactMap(\.string)
    }

    /// Returns the names in the requested order; `*` stands for the others, which otherwise come last.
    func ordered(_ names: [String]) -> [String] {
        guard let order else { return names }
        let mentioned = Set(order.map { JSONName($0) })
        let rest = names.filter { !mentioned.contains(JSONName($0)) }
        var left = Set(names.map { JSONName($0) })
        left.insert(JSONName("*"))
        var result: [String] = []
        for entry in order where left.remove(JSONName(entry)) != nil {
            if entry == "*" { result += rest } else { result.append(entry) }
        }
        return mentioned.contains(JSONName("*")) ? result : result + rest
    }
}
