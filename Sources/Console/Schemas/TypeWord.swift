import JSONText
import Mustache
import SchemaRepository

/// A piece of a type's description, including the spaces around it: `list of `, then a link.
struct TypeWord: Sendable {
    var text: String
    /// The address of an entity's page, or of a subschema on this or another page; nil if the piece is not a link.
    var href: String?
    /// True if the piece is a JSON value.
    var isValue = false

    static let sample = [
        TypeWord(text: "Button", href: "/schemas/entity?id=x"), TypeWord(text: " or "),
        TypeWord(text: "\"m\"", isValue: true),
    ]
}

extension SchemaReading {
    /// The maximum number of values or alternative types that are listed; if there are more, only their number is
    /// shown.
    private static let mostListed = 8

    /// Returns the description of the values that a schema allows.
    func type(of schema: JSONValue) -> [TypeWord] {
        if let reference = schema["$ref"]?.string { return [word(of: reference)] }
        if let constant = schema["const"] { return [TypeWord(text: constant.rawText, isValue: true)] }
        if let values = schema["enum"] { return self.values(Array(values.elements)) }
        if let items = schema["items"], items.kind == .object {
            return [TypeWord(text: Texts["schemas.list-of"] + " ")] + type(of: items)
        }
        if let branches = schema["oneOf"] ?? schema["anyOf"], branches.count > 0 {
            return alternatives(branches.elements.map(type))
        }
        guard let type = schema["type"] else { return [TypeWord(text: Texts["schemas.type-anything"])] }
        let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
        return [
            TypeWord(
                text: names.map { $0 == "array" ? Texts["schemas.type-list"] : $0 }.joined(
                    separator: " " + Texts["schemas.type-or"] + " "))
        ]
    }

    private func word(of reference: String) -> TypeWord {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let part = parts.count == 2 ? parts[1].split(separator: "/").last.map(String.init) : nil
        if parts[0].isEmpty {
            return TypeWord(text: part ?? Texts["schemas.this-type"], href: part.map { "#" + SchemaPart.anchor($0) })
        }
        guard let entity = repository.entity(parts[0]) else { return TypeWord(text: reference) }
        let fragment = part.map { "#" + SchemaPart.anchor($0) } ?? ""
        return TypeWord(text: part ?? entity.name, href: href(entity.id) + fragment)
    }

    private func values(_ values: [JSONValue]) -> [TypeWord] {
        guard values.count <= Self.mostListed else {
            return [TypeWord(text: Texts["schemas.one-of-values", ["count": values.count]])]
        }
        return alternatives(values.map { [TypeWord(text: $0.rawText, isValue: true)] })
    }

    private func alternatives(_ all: [[TypeWord]]) -> [TypeWord] {
        var seen: Set<String> = []
        let different = all.filter { seen.insert($0.map(\.text).joined()).inserted }
        guard different.count <= Self.mostListed else {
            return [TypeWord(text: Texts["schemas.one-of-kinds", ["count": different.count]])]
        }
        return Array(different.joined(separator: [TypeWord(text: " " + Texts["schemas.type-or"] + " ")]))
    }
}

extension TypeWord: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "text": text
        case "href": href
        case "isValue": isValue
        default: nil
        }
    }
}
