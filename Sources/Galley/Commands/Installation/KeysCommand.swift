import ArgumentParser
import Foundation
import Publishing

/// The command for the keys with which the read API signs.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List, add and retire the keys with which the read API signs.",
        discussion: """
            To replace a key: add one; wait, for example a day, until every app has fetched /v1/keys; retire the old \
            one. In between, everything is signed with both.
            """,
        subcommands: [List.self, Add.self, Retire.self])

    /// Lists the active keys without their secret parts.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the active keys, oldest first.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption

        func run() throws {
            let keys = try installation.open().signatureKeys.active()
            let lines = keys.map { "\($0.id), since \($0.createdAt.formatted(.iso8601)), public key \($0.publicText)" }
            try format.done(
                keys.map(KeyAnswer.init),
                text: lines.isEmpty
                    ? "There are no keys: the first node that runs creates one." : lines.joined(separator: "\n"))
        }
    }

    /// Adds a key.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a second key; every node signs with both within seconds.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption

        func run() throws {
            switch try installation.open().signatureKeys.add(by: .operator) {
            case .done(let key):
                try format.done(
                    KeyAnswer(key),
                    text: "Added key \(key.id). Retire the old one when every app has fetched the new one.")
            case .tooMany, .unknown, .last:
                try format.refuse("two keys are active already; retire one first: galley keys retire ID")
            }
        }
    }

    /// Retires a key.
    struct Retire: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retire a key for good: nothing is signed with it any more.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The key's id, as galley keys list prints it. If it begins with a hyphen, write -- before it.")
        var id: String

        func run() throws {
            switch try installation.open().signatureKeys.retire(id, by: .operator) {
            case .done(let key): try format.done(KeyAnswer(key), text: "Retired key \(id).")
            case .last: try format.refuse("this is the only key; add another first: galley keys add")
            case .unknown, .tooMany: try format.refuse("no active key has the id \(id); see galley keys list")
            }
        }
    }
}

/// A signature key as the command line writes it.
private struct KeyAnswer: Encodable {
    let id: String
    let publicKey: String
    let createdAt: Date

    init(_ key: SignatureKey) {
        id = key.id
        publicKey = key.publicText
        createdAt = key.createdAt
    }
}
