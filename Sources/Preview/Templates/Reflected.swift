import Mustache

/// The variables of a template, read once from the stored properties of a structure.
///
/// Mustache reflects a structure again for every name, which is most of the cost on a page with a hundred rows.
/// Structures that conform to `MustacheParent` are not reflected here; those that a page repeats should conform,
/// because reflection costs microseconds per property.
package struct Reflected: MustacheParent {
    private let members: [String: Any]

    /// Reads the stored properties of a structure; those that are nil are left out.
    package init(_ context: Any) {
        var members: [String: Any] = [:]
        for child in Mirror(reflecting: context).children {
            if let label = child.label, let value = Self.value(child.value) { members[label] = value }
        }
        self.members = members
    }

    /// Returns the property with a name, or nil.
    package func child(named name: String) -> Any? { members[name] }

    /// Returns a property's value: nil for an empty optional; nested structures are reflected too.
    private static func value(_ value: Any) -> Any? {
        switch value {
        case is String, is Bool, is Int, is Markup, is any MustacheParent: return value
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { Self.value($0.value) }
        case .collection: return mirror.children.compactMap { Self.value($0.value) }
        case .struct: return Reflected(value)
        default: return value
        }
    }
}
