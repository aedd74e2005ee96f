import ArgumentParser
import Cryptography
import Foundation
import Publishing

/// Accounts at the command line, for whoever runs the host.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add accounts and reset passwords.", subcommands: [Add.self, Reset.self])

    /// Adds an account; the first of an installation holds every role.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add an account.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var password: PasswordOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The name to sign in with.") var name: String
        @Option(help: "Any of analyst, reviewer, release-manager, administrator, separated by commas.")
        var roles = "analyst"
        @Option(help: "The name that others see.") var displayName = ""

        func run() throws {
            let roles = try Set(
                roles.split(separator: ",").map { word in
                    guard let role = Role(rawValue: word.trimmingCharacters(in: .whitespaces)) else {
                        let all = Role.allCases.map(\.rawValue).joined(separator: ", ")
                        throw CommandError("\(word) is not a role; the roles are \(all)")
                    }
                    return role
                })
            let chosen = try password.read()
            let outcome = try installation.open().accounts.add(
                name: name, displayName: displayName, password: chosen.text, roles: roles, by: .operator)
            switch outcome {
            case .added(let account):
                try format.done(
                    AccountAnswer(
                        account: account.name, roles: account.roles.sorted().map(\.rawValue), password: chosen.shown),
                    text: "Added \(account.name)." + chosen.notice)
            case .invalidName:
                try format.refuse(
                    "\(name) cannot be an account's name: lower-case letters and digits, with single . _ @ or - between them"
                )
            case .invalidDisplayName: try format.refuse(DisplayName.rule)
            case .taken: try format.refuse("there is already an account \(name)")
            case .weakPassword(let objection): try format.refuse(objection)
            }
        }
    }

    /// Gives an account a new password and ends its sessions.
    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give an account a new password.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var password: PasswordOptions
        @OptionGroup var format: FormatOption
        @Argument var name: String

        func run() throws {
            let chosen = try password.read()
            switch try installation.open().accounts.resetPassword(name: name, password: chosen.text, by: .operator) {
            case .reset(let account):
                try format.done(
                    AccountAnswer(
                        account: account.name, roles: account.roles.sorted().map(\.rawValue), password: chosen.shown),
                    text: "\(account.name) has a new password; its sessions have ended." + chosen.notice)
            case .noSuchAccount: try format.refuse("there is no account \(name)")
            case .weakPassword(let objection): try format.refuse(objection)
            }
        }
    }
}

/// Where a password comes from: standard input, or chosen at random and printed once.
struct PasswordOptions: ParsableArguments {
    @Flag(help: "Read the password from the first line of standard input; otherwise one is chosen and printed.")
    var passwordStdin = false

    /// A password, and what to tell of it.
    struct Chosen {
        let text: String
        /// Nil when the person brought it along.
        let shown: String?
        var notice: String { shown.map { " Password: \($0)" } ?? "" }
    }

    func read() throws -> Chosen {
        guard passwordStdin else {
            let password = Random.token()
            return Chosen(text: password, shown: password)
        }
        guard let line = readLine(), !line.isEmpty else { throw CommandError("standard input holds no password") }
        return Chosen(text: line, shown: nil)
    }
}

/// What became of an account.
private struct AccountAnswer: Encodable {
    let account: String
    let roles: [String]
    let password: String?
}
