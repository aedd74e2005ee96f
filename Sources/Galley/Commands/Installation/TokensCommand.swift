import ArgumentParser
import Foundation
import Publishing

/// The command for the tokens of programs.
struct TokensCommand: ParsableCommand {
    /// The allowed numbers of days until a token expires.
    fileprivate static let validDays = 1...3_650

    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "Create, list and revoke the tokens by which programs act for an account.",
        subcommands: [Create.self, List.self, Revoke.self])

    /// Creates a token and prints it once.
    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a token; it is printed once and never again.",
            discussion: """
                A token can do at most what its account may do. read: see features and releases, check documents, try \
                releases in dry runs. edit: also save revisions. review: also approve revisions. publish: also make \
                releases. register-clients: register capability files. propose-schemas: propose schema releases. The \
                last two need an administrator's account.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The account for which the token acts.") var account: String
        @Option(help: "A scope: read, edit, review, publish, register-clients or propose-schemas; repeatable.")
        var scope: [String] = []
        @Option(help: "The days until the token expires; by default it does not expire.") var days: Int?
        @Argument(help: "The purpose, such as “CI of the iOS app”.") var name: String

        func validate() throws {
            try NumberOption.check("--days", days, in: TokensCommand.validDays)
        }

        func run() throws {
            let all = TokenScope.allCases.map(\.rawValue).joined(separator: ", ")
            let scopes = try scope.map { word in
                guard let scope = TokenScope(rawValue: word) else {
                    throw CommandError("\(word) is not a scope; the scopes are \(all)")
                }
                return scope
            }
            guard !scopes.isEmpty else { throw CommandError("give at least one --scope; the scopes are \(all)") }
            let expiry = days.map { Date(timeIntervalSinceNow: Double($0) * 86_400) }
            let tokens = try installation.open().tokens
            let outcome = try tokens.create(
                for: account, called: name, scopes: scopes, expiresAt: expiry, by: .operator)
            switch outcome {
            case .created(let token, let secret):
                try format.reveal(
                    TokenAnswer(token, secret: secret),
                    text: "Created token \(token.id) for \(token.account): \(secret)"
                ) {
                    (try? tokens.revoke(token.id, by: .operator)) == nil
                        ? "Nobody has seen token \(token.id); revoke it: galley tokens revoke \(token.id)"
                        : "Token \(token.id) was revoked, because nobody has seen it."
                }
            case .noSuchAccount: try format.refuse("there is no account \(account)")
            case .forbidden(let scope):
                try format.refuse(
                    "\(account) may not do that: \(scope.rawValue) needs the permission \(scope.permission.rawValue)")
            case .invalidName:
                try format.refuse(
                    """
                    a token's name has 1 to 100 characters, at least one of them visible, and no control characters, \
                    line breaks or marks that change the direction of text
                    """)
            }
        }
    }

    /// Lists tokens without their secrets.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the tokens, newest first.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption

        func run() throws {
            let tokens = try installation.open().tokens.list()
            let lines = tokens.map { token in
                let scopes = token.scopes.map(\.rawValue).joined(separator: ", ")
                let used = token.lastUsedAt.map { "last used \($0.formatted(.iso8601))" } ?? "never used"
                let state = token.isRevoked ? "revoked" : token.expiresAt.map { "expires \($0.formatted(.iso8601))" }
                return ["\(token.id) \(token.name)", token.account, scopes, used, state].compactMap(\.self)
                    .joined(separator: "; ")
            }
            try format.done(tokens.map { TokenAnswer($0) }, lines: lines, orNone: "There are no tokens.")
        }
    }

    /// Revokes a token.
    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a token for good.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The token's number, as galley tokens list prints it.") var id: Int

        func run() throws {
            guard let token = try installation.open().tokens.revoke(id, by: .operator) else {
                try format.refuse("there is no token \(id), or it was revoked before")
            }
            try format.done(TokenAnswer(token), text: "Revoked token \(id) of \(token.account).")
        }
    }
}

/// A token as the command line writes it.
private struct TokenAnswer: Encodable {
    let id: Int
    let account: String
    let name: String
    let scopes: [TokenScope]
    let expiresAt: Date?
    let lastUsedAt: Date?
    let isRevoked: Bool
    /// The secret of a new token; nil in lists.
    let token: String?

    init(_ token: APIToken, secret: String? = nil) {
        id = token.id
        account = token.account
        name = token.name
        scopes = token.scopes
        expiresAt = token.expiresAt
        lastUsedAt = token.lastUsedAt
        isRevoked = token.isRevoked
        self.token = secret
    }
}
