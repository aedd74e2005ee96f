import ArgumentParser
import Cryptography
import Foundation
import Publishing

/// The command with which the operator manages accounts.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add, disable and enable accounts; reset passwords.",
        subcommands: [Add.self, Reset.self, Disable.self, Enable.self])

    /// Adds an account; the first of an installation gets every role.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an account; the first one of an installation gets every role.")

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
            guard !roles.isEmpty else {
                let all = Role.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandError("--roles is empty: an account has at least one role; the roles are \(all)")
            }
            let chosen = try password.read()
            let outcome = try installation.open().accounts.add(
                name: name, displayName: displayName, password: chosen.text, roles: roles, by: .operator)
            switch outcome {
            case .added(let account):
                try format.reveal(
                    AccountAnswer(
                        account: account.name, roles: account.roles.sorted().map(\.rawValue), password: chosen.shown),
                    text: "Added \(account.name)." + chosen.notice
                ) { "The account \(account.name) was added. " + chosen.remedy(for: account.name) }
            case .invalidName:
                try format.refuse(
                    "\(name) cannot be an account's name: lower-case Latin letters and digits, with single . _ @ or - "
                        + "between them; at most \(AccountName.maximumBytes) bytes"
                )
            case .reservedName:
                try format.refuse(
                    "\(name) is reserved: the audit trail uses it for actions without an account; choose another name")
            case .invalidDisplayName: try format.refuse(DisplayName.rule)
            case .displayNameTooLong:
                try format.refuse("a display name has at most \(DisplayName.maximumLength) characters")
            case .taken: try format.refuse("there is already an account \(name)")
            case .weakPassword(let objection): try format.refuse(objection)
            }
        }
    }

    /// Sets a new password for an account and ends its sessions.
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
                try format.reveal(
                    AccountAnswer(
                        account: account.name, roles: account.roles.sorted().map(\.rawValue), password: chosen.shown),
                    text: "\(account.name) has a new password; its sessions have ended." + chosen.notice
                ) { "\(account.name) has a new password. " + chosen.remedy(for: account.name) }
            case .noSuchAccount: try format.refuse("there is no account \(name)")
            case .weakPassword(let objection): try format.refuse(objection)
            }
        }
    }

    /// Disables an account and ends its sessions.
    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Disable an account and end its sessions.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument var name: String

        func run() throws {
            switch try installation.open().accounts.disable(name, by: .operator) {
            case .disabled(let account):
                try format.done(
                    AccountStateAnswer(account: account.name, disabled: true, unchanged: false),
                    text: "\(account.name) is disabled; its sessions have ended.")
            case .alreadyDisabled(let account):
                try format.done(
                    AccountStateAnswer(account: account.name, disabled: true, unchanged: true),
                    text: "\(account.name) is already disabled.")
            case .noSuchAccount: try format.refuse("there is no account \(name)")
            case .lastAdministrator, .ownAccount:
                try format.refuse(
                    "no other enabled account is an administrator; make someone else an administrator first, or enable "
                        + "one")
            }
        }
    }

    /// Enables a disabled account.
    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument var name: String

        func run() throws {
            switch try installation.open().accounts.enable(name, by: .operator) {
            case .enabled(let account):
                try format.done(
                    AccountStateAnswer(account: account.name, disabled: false, unchanged: false),
                    text: "\(account.name) is enabled.")
            case .alreadyEnabled(let account):
                try format.done(
                    AccountStateAnswer(account: account.name, disabled: false, unchanged: true),
                    text: "\(account.name) is already enabled.")
            case .noSuchAccount: try format.refuse("there is no account \(name)")
            }
        }
    }
}

/// The state of an account; `unchanged` is true if it had that state before the command.
private struct AccountStateAnswer: Encodable {
    let account: String
    let disabled: Bool
    let unchanged: Bool
}

/// The source of a password: standard input, or a random one that is printed once.
struct PasswordOptions: ParsableArguments {
    @Flag(help: "Read the password from the first line of standard input; by default it is generated.")
    var passwordStdin = false

    /// A password, and the text to print about it.
    struct Chosen {
        let text: String
        /// The password to print; nil if the person provided it.
        let shown: String?
        var notice: String { shown.map { " Password: \($0)" } ?? "" }

        /// Returns the sentence for a password that could not be printed.
        func remedy(for account: String) -> String {
            shown == nil
                ? "Its password is the one on standard input."
                : "Nobody has seen its password; set another: galley account reset \(account)"
        }
    }

    func read() throws -> Chosen {
        guard passwordStdin else {
            let password = Random.token()
            return Chosen(text: password, shown: password)
        }
        guard let line = readLine(), !line.isEmpty else { throw CommandError("standard input contains no password") }
        return Chosen(text: line, shown: nil)
    }
}

/// The result for an account.
private struct AccountAnswer: Encodable {
    let account: String
    let roles: [String]
    let password: String?
}
