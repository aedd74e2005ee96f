/// A thing that a token may be used for; it never allows more than its account may do.
package enum TokenScope: String, Sendable, Codable, CaseIterable {
    /// Register what a build of an app decodes.
    case registerClients = "register-clients"
    /// Propose a schema release.
    case proposeSchemas = "propose-schemas"

    /// The permission that the account must hold as well.
    package var permission: Permission {
        switch self {
        case .registerClients, .proposeSchemas: .manageSchemas
        }
    }
}
