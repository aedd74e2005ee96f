/// The number and the name of a token, by which the audit trail names it.
package struct TokenMark: Sendable, Hashable, Codable {
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
    /// The token by which a program acts for the account; nil for a person, and for an actor of the past.
    package let token: TokenMark?

    package init(accountID: Int?, name: String, token: TokenMark? = nil) {
        self.accountID = accountID
        self.name = name
        self.token = token
    }

    /// The operator who runs commands on the host.
    package static let `operator` = Actor(accountID: nil, name: "operator")

    /// A person who has not signed in.
    package static let anonymous = Actor(accountID: nil, name: "anonymous")

    /// Galley itself, which ends grace periods.
    package static let galley = Actor(accountID: nil, name: "galley")

    /// A read node; it acts by itself only after the database was restored.
    package static let readNode = Actor(accountID: nil, name: "read node")

    /// The actors that have no account.
    static let withoutAccount = [Actor.operator, .anonymous, .galley, .readNode, .clock]
}
