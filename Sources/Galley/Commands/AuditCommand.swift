import ArgumentParser
import Foundation
import JSONText
import Publishing

/// The command `audit` with its subcommand.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Verify the audit trail.", subcommands: [Verify.self])

    /// Verifies the chain of hashes, and that it contains the heads (newest events) noted outside the database.
    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify that no event was changed, removed or added, and that the end was not cut off.",
            discussion: "Exits with status 1 if the trail or the noted events were changed, 2 if they cannot be read.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "An event noted elsewhere, for example in a log: NUMBER:HASH; repeatable.")
        var head: [String] = []

        func validate() throws { _ = try head.map(Self.noted) }

        func run() throws {
            let audit = try installation.open().audit
            let own: [AuditHead]
            do {
                own = try AuditHeadFile(dataDirectory: installation.data).read()
            } catch let error as AuditHeadFile.Changed {
                try format.refuse(error.description)
            }
            let heads = try own + head.map(Self.noted)
            switch try audit.verify(noted: heads) {
            case .intact(let events, let hash):
                try format.done(
                    AuditAnswer(events: events, head: hash, heads: heads.count),
                    text: "The audit trail is intact: \(counted: events, "event"), the last one \(hash)."
                        + (heads.isEmpty
                            ? " No event was noted on this host, so a cut-off end would not be detected."
                            : " All noted events are in it (\(heads.count))."))
            case .broken(let number):
                try format.refuse("the audit trail is broken: event \(number) was changed, removed or added")
            case .rewritten(let number):
                try format.refuse("the audit trail was rewritten: event \(number) is not the one that was noted")
            case .cut(let number, let noted):
                try format.refuse(
                    "the end of the audit trail was cut off: event \(noted) was noted, but the trail has only "
                        + "\(counted: number, "event")")
            }
        }

        private static func noted(_ text: String) throws -> AuditHead {
            let parts = text.split(separator: ":")
            guard parts.count == 2, let number = Int(parts[0]), number > 0, parts[1].count == 64,
                parts[1].allSatisfy(\.isHexDigit)
            else {
                throw ValidationError("--head \(text): write it as NUMBER:HASH, with 64 hexadecimal digits")
            }
            return AuditHead(number: number, hash: parts[1].lowercased(), notedAt: .now)
        }
    }
}

/// The answer for an intact trail.
private struct AuditAnswer: Encodable {
    let events: Int
    let head: String
    /// The number of noted heads that were compared.
    let heads: Int
}
