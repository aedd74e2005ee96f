import Mustache

/// A template's context with its stored properties looked up once.
///
/// Mustache reflects a structure anew for every name it meets, which costs more than all else together in a form of a
/// thousand fields.
struct Reflected: MustacheParent {
    private let members: [String: Any]

    init(_ context: Any) {
        var members: [String: Any] = [:]
        for child in Mirror(reflecting: context).children {
            if let label = child.label, let value = Self.value(child.value) { members[label] = value }
        }
        self.members = members
    }

    func child(named name: String) -> Any? { members[name] }

    /// A property's value: nothing for an empty optional, structures inside reflected too.
    private static func value(_ value: Any) -> Any? {
        switch value {
        case is String, is Bool, is Int, is Markup: return value
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
