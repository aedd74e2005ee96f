import JSONText

/// A place in a UI schema: how the field of the same place in the data is shown.
///
/// A setting may be written `ui:title`, in `ui:options`, or bare as `title`, unless the bare name's value is an object:
/// then it is the field of that name.
struct FormUI {
    let value: JSONValue?

    subscript(_ setting: String) -> JSONValue? {
        guard let value, value.kind == .object else { return nil }
        if let member = value["ui:" + setting] ?? value["ui:options"]?[setting] { return member }
        guard let bare = value[setting], bare.kind != .object else { return nil }
        return bare
    }

    /// A setting's text.
    func text(_ setting: String) -> String? { self[setting]?.string }

    /// Whether a setting says yes.
    func flag(_ setting: String) -> Bool { self[setting]?.boolean ?? false }

    /// The place of a field, or of an array's elements for `items`.
    func field(_ name: String) -> FormUI {
        guard let member = value?[name], member.kind == .object else { return FormUI(value: nil) }
        return FormUI(value: member)
    }

    /// The names of `ui:order` or `order`.
    var order: [String]? {
        guard let order = self["order"], order.kind == .array else { return nil }
        return order.elements.compactMap(\.string)
    }

    /// The names in the wished order; `*` stands for those not named, which come last without it.
    func ordered(_ names: [String]) -> [String] {
        guard let order else { return names }
        let mentioned = Set(order)
        let rest = names.filter { !mentioned.contains($0) }
        var left = Set(names)
        left.insert("*")
        var result: [String] = []
        for entry in order where left.remove(entry) != nil {
            if entry == "*" { result += rest } else { result.append(entry) }
        }
        return mentioned.contains("*") ? result : result + rest
    }
}
