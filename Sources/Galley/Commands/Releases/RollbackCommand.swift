import ArgumentParser
import Foundation
import Publishing

/// The command that rolls back a feature, a release, or everything since a time.
struct RollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Roll back a feature, a whole release, or everything since a time.",
        discussion: """
            NAME --to R restores the feature's rules after release R. --release R restores every feature of R as it was \
            before R. --since TIME (2026-11-21T10:00:00Z) restores every feature as it was at that time.
            """)

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument(help: "The feature, with --to.") var name: String?
    @Option(help: "The release whose rules the feature gets back; 0 for the state before the first.") var to: Int?
    @Option(help: "Undo this release in every feature that it changed.") var release: Int?
    @Option(help: "Undo everything since this time, such as 2026-11-21T10:00:00Z.") var since: String?

    func validate() throws {
        guard [to != nil, release != nil, since != nil].filter({ $0 }).count == 1, (name != nil) == (to != nil) else {
            throw ValidationError("give NAME --to R, or --release R, or --since TIME")
        }
    }

    func run() throws {
        let request = RollbackRequest(
            try target(), expectedRelease: change.expected, reason: change.reason,
            idempotencyKey: change.idempotencyKey)
        let releases = try installation.open().releases
        try change.print(request, plan: releases.planRollback, make: releases.rollback, as: format)
    }

    private func target() throws -> RollbackTarget {
        if let name, let to { return .feature(name, afterRelease: to) }
        if let release { return .release(release) }
        return .moment(try time(since ?? ""))
    }
}

/// Parses a time from the command line (RFC 3339); throws ``CommandError`` for any other text.
func time(_ text: String) throws -> Date {
    guard let time = InternetTime.date(text) else {
        throw CommandError("\(text) is not a time; write it as 2026-11-21T10:00:00Z, before the year 10000 in UTC")
    }
    return time
}
