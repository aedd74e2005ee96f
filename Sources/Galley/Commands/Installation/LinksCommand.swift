import ArgumentParser
import Foundation
import Publishing

/// The command for links to previews and tokens of test devices.
struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "List and withdraw links to previews; create and withdraw tokens of test devices.",
        subcommands: [List.self, Device.self, Withdraw.self])

    /// Lists links and tokens.
    struct List: ParsableCommand {
        /// The maximum number of links and tokens in the answer.
        private static let maximumLinks = 1_000

        static let configuration = CommandConfiguration(
            abstract: "List links and tokens, newest first, at most \(maximumLinks).")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "Only links and tokens of this feature.") var feature: String?

        func run() throws {
            let stores = try installation.open()
            if let feature, try stores.features.feature(named: feature) == nil {
                try format.refuse("there is no feature \(feature)")
            }
            let links = try stores.links.list(of: feature, limit: Self.maximumLinks)
            let lines = links.map { link in
                "\(link.id) \(link.kind.rawValue): \(link.feature) "
                    + (link.revision.map { "revision \($0)" } ?? "unsaved text")
                    + ", \(link.state.rawValue), until \(link.expiresAt.formatted(.iso8601)), by \(link.author.name)"
            }
            try format.done(SharedLinkListAnswer(links), lines: lines, orNone: "There are no links and no tokens.")
        }
    }

    /// Creates a token of a test device.
    struct Device: ParsableCommand {
        private static let range = 1...Int(SharedLinkStore.longestLife / 60)

        static let configuration = CommandConfiguration(
            abstract: "Create a token with which an app on a test device gets a revision.",
            discussion: "The app uses /v1/devices/TOKEN on the service listener in place of the read API's address.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var feature: String
        @Option(help: "The number of the revision that the app is served.") var revision: Int
        @Option(help: "The minutes until the token expires.") var minutes = 60

        func validate() throws {
            try NumberOption.check("--minutes", minutes, in: Self.range)
        }

        func run() throws {
            let links = try installation.open().links
            let made = try links.addDevice(
                for: feature, revision: revision, until: Date(timeIntervalSinceNow: Double(minutes) * 60), by: .operator
            )
            guard let made else { try format.refuse("there is no revision \(revision) of \(feature)") }
            try format.reveal(
                SharedLinkAnswer(made.link, token: made.token), text: "Created token \(made.link.id): \(made.token)"
            ) {
                (try? links.withdraw(made.link.id, by: .operator)) == nil
                    ? "Nobody has seen token \(made.link.id); withdraw it: galley links withdraw \(made.link.id)"
                    : "Token \(made.link.id) was withdrawn, because nobody has seen it."
            }
        }
    }

    /// Withdraws a link or a token.
    struct Withdraw: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Withdraw a link or a token for good.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The number, as galley links list prints it.") var id: Int

        func run() throws {
            guard let link = try installation.open().links.withdraw(id, by: .operator) else {
                try format.refuse("there is no link or token \(id), or it was withdrawn before")
            }
            try format.done(
                SharedLinkAnswer(link),
                text: "Withdrew \(link.kind == .device ? "token" : "link") \(id) of \(link.feature).")
        }
    }
}
