/// A thing that a token may be used for; it never allows more than its account may do.
package enum TokenScope: String, Sendable, Codable, CaseIterable {
    /// Read features, revisions and releases; validate documents; plan releases without making them.
    case read
    /// Create features, save revisions and comment on them.
    case edit
    /// Comment on revisions, and approve them or request changes, which only people do unless a token has this scope.
    case review
    /// Publish, roll back, remove rules, switch off and on; comment on revisions.
    case publish
    /// Register what a build of an app decodes.
    case registerClients = "register-clients"
    /// Propose a schema release.
    case proposeSchemas = "propose-schemas"

    /// True if the scope does not include reading.
    var isApart: Bool {
        switch self {
        case .read, .edit, .review, .publish: false
        case .registerClients, .proposeSchemas: true
        }
    }

    /// The permission that the account must hold as well.
    package var permission: Permission {
        switch self {
        case .read: .view
        case .edit: .edit
        case .review: .review
        case .publish: .publish
        case .registerClients, .proposeSchemas: .manageSchemas
        }
    }
}
