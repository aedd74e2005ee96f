import JSONText

/// A value in a document of another system, with the document's templates.
///
/// A member is looked up in the object, then in the template that its `type` names. In a template, `"$text": "title"`
/// defines a member `text` whose value is the member `title` of the object that uses the template.
struct ForeignNode {
    let value: JSONValue
    /// The pointer to the value; for a member of a template, to the object that uses the template.
    let path: String
    /// The templates that `type` may name.
    let templates: JSONValue?
    /// The objects that use the template that contains this value, innermost first.
    let users: [JSONValue]

    /// The maximum number of `layers`; also the maximum number of objects in which the member that a `$` member names
    /// is looked up.
    private static let limit = 8

    /// The `type` of the last layer that has one.
    var type: String { layers.compactMap { $0["type"]?.word }.last ?? "" }

    /// The object, its template, the template's template, and so on.
    private var layers: [JSONValue] {
        var layers = [value]
        while layers.count < Self.limit, let name = layers.last?["type"]?.word, let template = templates?[name],
            template.kind == .object, template["type"]?.word != name
        {
            layers.append(template)
        }
        return layers
    }

    /// The member with a name, from the object or its templates; nil if none of them has it.
    subscript(_ name: String) -> ForeignNode? {
        let layers = layers
        for (number, layer) in layers.enumerated() {
            let outer = number == 0 ? users : Array(layers[..<number].reversed()) + users
            if let member = layer[name] {
                return ForeignNode(
                    value: member, path: number == 0 ? place(name) : path, templates: templates,
                    users: number == 0 ? users : outer)
            }
            if let link = layer["$" + name]?.string {
                for user in outer.prefix(Self.limit) {
                    guard let given = user[link] else { continue }
                    return ForeignNode(value: given, path: path, templates: templates, users: users)
                }
            }
        }
        return nil
    }

    /// The names of the first 200 members of the object and of each of its templates, in order and without `$`.
    var names: [String] {
        var names: [String] = []
        for layer in layers {
            for member in layer.members.prefix(200) {
                let name = member.name.hasPrefix("$") ? String(member.name.dropFirst()) : member.name
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }

    /// The elements of an array.
    var elements: [ForeignNode] {
        value.elements.enumerated().map { number, element in
            ForeignNode(value: element, path: "\(path)/\(number)", templates: templates, users: users)
        }
    }

    private func place(_ name: String) -> String { JSONPointer.text(of: name, in: path) }
}
