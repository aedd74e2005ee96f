/// A use for which a token is valid, if its account also has the permission for it.
package enum TokenScope: String, Sendable, Codable, CaseIterable {
    /// Read features, revisions and releases; validate documents; try releases in dry runs.
    case read
    /// Create features, save revisions and comment on them.
    case edit
    /// Comment on revisions, approve them and request changes. Verdicts are usually up to people, so no other scope
    /// allows them.
    case review
    /// Publish, roll back, remove rules, switch off and on; comment on revisions.
    case publish
    /// Register what a build of an app decodes.
    case registerClients = "register-clients"
    /// Propose a schema release.
    case proposeSchemas = "propose-schemas"

    /// True if the scope does not include reading.
    var excludesReading: Bool {
        switch self {
        case .read, .edit, .review, .publish: false
        case .registerClients, .proposeSchemas: true
        }
    }

    /// The permission that the account must also have.
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
