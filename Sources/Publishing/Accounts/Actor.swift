/// Who does something: an account, or the operator at the command line, who has none.
package struct Actor: Sendable, Hashable, Codable {
    package let accountID: Int?
    package let name: String

    package init(accountID: Int?, name: String) {
        self.accountID = accountID
        self.name = name
    }

    /// Whoever runs commands on the host; every one of them is recorded as theirs.
    package static let `operator` = Actor(accountID: nil, name: "operator")

    /// Somebody who was not shown to be the owner of any account.
    package static let anonymous = Actor(accountID: nil, name: "anonymous")

    /// A node that answers phones, which acts by itself after the database was restored only.
    package static let readNode = Actor(accountID: nil, name: "read node")
}
