import Publishing

/// The page of all accounts with their roles, and the form that adds an account.
struct AccountIndexPage: Page {
    static let template = "accounts/index"
    var chrome: Chrome
    var accounts: [Row]
    /// The reason why the account in the form was not added; nil if no form was refused.
    var problem: String?
    var name = ""
    var displayName = ""
    var roles: [RoleChoice]

    /// An account in the list.
    struct Row: Sendable {
        var name: String
        var displayName: String
        var roles: String
        var isYou: Bool
        var isDisabled: Bool
        var href: String
        var rolesHref: String
        /// All roles; those of the account are chosen.
        var choices: [RoleChoice]
        var passwordHref: String
    }

    /// A role in a form.
    struct RoleChoice: Sendable {
        var value: String
        var label: String
        var description: String
        var isChosen: Bool
    }

    static let sample = AccountIndexPage(
        chrome: .sample,
        accounts: [
            Row(
                name: "ana", displayName: "Ana", roles: "Analyst", isYou: true, isDisabled: true, href: "/accounts/ana",
                rolesHref: "/accounts/ana/roles",
                choices: [RoleChoice(value: "analyst", label: "Analyst", description: "Writes.", isChosen: true)],
                passwordHref: "/accounts/ana/passwords")
        ],
        problem: "Taken.", name: "rui", displayName: "Rui",
        roles: [RoleChoice(value: "analyst", label: "Analyst", description: "Writes.", isChosen: true)])
}

extension Role {
    /// The role's name on pages.
    var title: String {
        switch self {
        case .analyst: Texts["accounts.analyst"]
        case .reviewer: Texts["accounts.reviewer"]
        case .releaseManager: Texts["accounts.release-manager"]
        case .administrator: Texts["accounts.administrator"]
        }
    }

    /// A short description of the role's purpose.
    var summary: String {
        switch self {
        case .analyst: Texts["accounts.creates-features-and-saves-revisions"]
        case .reviewer: Texts["accounts.compares-and-approves"]
        case .releaseManager: Texts["accounts.publishes-rolls-back-and-switches-off"]
        case .administrator: Texts["accounts.manages-accounts-and-schemas"]
        }
    }
}
