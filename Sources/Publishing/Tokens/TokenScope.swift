/// A use for which a token is valid, if its account also has the permission for it.
package enum TokenScope: String, Sendable, Codable, CaseIterable {
    /// Read what the account may see, except webhooks; validate and preview documents; try releases in dry runs.
    case read
    /// Create, clone and archive features, and set their owners and tags; save, name and comment on revisions, and
    /// request reviews of them; create tokens for test devices; withdraw such tokens and preview links; report failures
    /// of rollouts.
    case edit
    /// Comment on revisions, approve them and request changes. Verdicts are usually up to people, so no other scope
    /// allows them.
    case review
    /// Publish, roll back, remove rules, switch features off and on, rename them and set their cache times; change
    /// rollouts, their plans, and schedules; import option lists; comment on revisions; manage webhooks, if the account
    /// has the permission `manageAccounts`.
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
