import ArgumentParser
import Foundation
import JSONText
import Publishing
import SchemaRepository

extension ClientsCommand {
    /// Registers the capability file of a build.
    struct Register: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Register what a build decodes; replaces an earlier registration of the same version.",
            discussion: """
                Platform, version and build may be given in the file instead. Disagreements with the schemas are reported \
                but do not prevent the registration; a file with errors is refused.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The platform, such as ios.") var platform: String?
        @Option(help: "The client version, such as 6.2.0.") var version: String?
        @Option(help: "The name of the build in the app's project, such as 1042.") var build: String?
        @Argument(help: "The capability file; - for standard input.") var file: String

        func run() throws {
            let bytes = try InputFile.text(file, limit: CapabilityFile.limits.maximumBytes)
            let stores = try installation.open()
            let given = CapabilityFile.Given(platform: platform, version: version, build: build)
            switch try stores.clients.register(bytes, given: given, by: .operator) {
            case .registered(let client, let warnings):
                try report(client, stores, warnings, isNew: true)
            case .unchanged(let client): try report(client, stores, [], isNew: false)
            case .invalid(let diagnostics):
                try format.refuse(
                    "\(file) was not registered", problems: diagnostics, text: diagnostics.map { $0.line(file: file) })
            case .noSchemas: try format.refuse("no schemas have been imported yet")
            }
        }

        private func report(
            _ client: RegisteredClient, _ stores: Stores, _ warnings: [Diagnostic], isNew: Bool
        ) throws {
            let answer = ClientAnswer(
                try stores.clients.report(of: client), diagnostics: warnings, unchanged: !isNew, file: file)
            let label = CapabilityLack.client(client.capabilities.label, platform: client.capabilities.platform)
            let done = isNew ? "Registered \(label)." : "\(label) is already registered with this file."
            try format.done(answer, text: done + "\n" + answer.text)
        }
    }

    /// Lists the registered builds.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the builds that are registered.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption

        func run() throws {
            let clients = try installation.open().clients.clients().map(\.registration)
            let lines = clients.map { client in
                let build = client.build.map { " (build \($0))" } ?? ""
                return "\(client.platform) \(client.version)\(build): registered by \(client.author.name), "
                    + "schema release \(client.schemaRelease)"
            }
            try format.done(clients.map(ClientListAnswer.init), lines: lines, orNone: "No builds are registered.")
        }
    }

    /// Withdraws the registration of a build.
    struct Withdraw: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Withdraw the registration of a build, for example one with a wrong version.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The platform, such as ios.") var platform: String
        @Option(name: .customLong("version"), help: "The client version, such as 6.2.0.") var clientVersion: String

        func run() throws {
            let stores = try installation.open()
            switch try stores.clients.withdraw(platform: platform, version: version(clientVersion), by: .operator) {
            case .withdrawn(let registration):
                try format.done(
                    ClientListAnswer(registration),
                    text: "Withdrew the registration of \(platform) \(registration.version).")
            case .notRegistered: try format.refuse("\(platform) \(clientVersion) is not registered")
            }
        }
    }
}

/// A registered build, as the command line writes it.
private struct ClientListAnswer: Encodable {
    let registration: Int
    let platform: String
    let version: String
    let build: String?
    let schemaRelease: Int
    let author: String
    let createdAt: Date

    init(_ registration: ClientRegistration) {
        self.registration = registration.number
        platform = registration.platform
        version = registration.version.text
        build = registration.build
        schemaRelease = registration.schemaRelease
        author = registration.author.name
        createdAt = registration.createdAt
    }
}
