import Mustache

/// A template's context with its stored properties looked up once.
///
/// Mustache reflects a structure anew for every name it meets, which costs more than all else together on a page of a
/// hundred rows. Structures that answer by name themselves are left as they are: reflecting costs microseconds a
/// property, so those that a page repeats conform to `MustacheParent`.
package struct Reflected: MustacheParent {
    private let members: [String: Any]

    package init(_ context: Any) {
        var members: [String: Any] = [:]
        for child in Mirror(reflecting: context).children {
            if let label = child.label, let value = Self.value(child.value) { members[label] = value }
        }
        self.members = members
    }

    /// The property of that name; nothing when it is absent.
    package func child(named name: String) -> Any? { members[name] }

    /// A property's value: nothing for an empty optional, structures inside reflected too.
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
