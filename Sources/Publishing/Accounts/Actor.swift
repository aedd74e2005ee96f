/// The id and the name of an API token, as the audit trail records them.
package struct TokenReference: Sendable, Hashable, Codable {
    package let id: Int
    package let name: String

    package init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

/// The author of an action: an account, or one of the few actors without an account, such as the operator.
package struct Actor: Sendable, Hashable, Codable {
    /// The id of the account; nil for an actor without one.
    package let accountID: Int?
    package let name: String
    /// The token by which a program acts for the account; nil for a person, and for an actor read from the database.
    package let token: TokenReference?

    package init(accountID: Int?, name: String, token: TokenReference? = nil) {
        self.accountID = accountID
        self.name = name
        self.token = token
    }

    /// The operator who runs commands on the host.
    package static let `operator` = Actor(accountID: nil, name: "operator")

    /// A person who has not signed in.
    package static let anonymous = Actor(accountID: nil, name: "anonymous")

    /// Galley itself, which ends the grace periods of former feature names.
    package static let galley = Actor(accountID: nil, name: "galley")

    /// A read node. It acts only after the database was restored from a backup: it then releases the restored state
    /// under a number above those that it served.
    package static let readNode = Actor(accountID: nil, name: "read node")

    /// The actors that have no account.
    static let withoutAccount = [Actor.operator, .anonymous, .galley, .readNode, .clock]
}
