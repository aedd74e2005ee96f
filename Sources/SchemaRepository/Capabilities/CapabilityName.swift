import JSONText

/// The name of a part of the schemas that a build of an app may decode: an entity, a property of one, or a value of an
/// enum.
package struct CapabilityName: Sendable, Hashable {
    /// The kinds of parts.
    package enum Kind: String, Sendable, Hashable, Codable {
        case entity, property, value
    }

    package let kind: Kind

    /// The entity's identifier, such as `/components/ButtonView`.
    package let entity: String

    /// The path of the property or of the enum; empty for an entity, and for the values of an enum that is an entity.
    package let path: String

    /// The enum value; empty for other kinds.
    package let value: String

    /// Creates the name of a whole entity.
    init(entity: String) { (kind, self.entity, path, value) = (.entity, entity, "", "") }

    /// Creates the name of a property of an entity.
    init(property path: String, of entity: String) {
        (kind, self.entity, self.path, value) = (.property, entity, path, "")
    }

    /// Creates the name of a value of the enum at a path of an entity.
    init(value: String, at path: String, of entity: String) {
        (kind, self.entity, self.path, self.value) = (.value, entity, path, value)
    }

    /// The part within its entity: the property's path or the value; empty for an entity.
    package var member: String { kind == .value ? value : path }

    /// A noun phrase, such as “the value `xxl` of `/enums/ButtonSize`”.
    package var words: String {
        switch kind {
        case .entity: "\(code: entity)"
        case .property: "the property \(code: path) of \(code: entity)"
        case .value where path.isEmpty: "the value \(code: value) of \(code: entity)"
        case .value: "the value \(code: value) of \(code: path) in \(code: entity)"
        }
    }
}
