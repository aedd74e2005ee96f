import ArgumentParser
import Foundation
import Publishing

/// The command that lists releases, newest first.
struct ReleaseListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the releases of all features or of one, newest first.")

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @Argument(help: "Only releases of this feature.") var name: String?
    @Option(help: "The maximum number of releases.") var limit = NumberOption.longestList
    @Option(help: "Only releases with a lower number than this.") var before: Int?

    func validate() throws {
        try NumberOption.check(limit: limit)
        try NumberOption.check("--before", before, in: 1...Int.max)
    }

    func run() throws {
        let stores = try installation.open()
        if let name, try stores.features.feature(named: name) == nil {
            try format.refuse("there is no feature \(name)")
        }
        let releases =
            try name.map { try stores.releases.releases(of: $0, before: before, limit: limit) }
            ?? stores.releases.all(before: before, limit: limit)
        let answer = ReleaseListAnswer(releases)
        try format.done(answer, lines: answer.releases.map(\.line), orNone: "No releases.")
    }
}

extension ReleaseLineAnswer {
    /// The release as a line of text.
    fileprivate var line: String {
        let what = "\(release)  \(kind)  \(features.joined(separator: ", "))"
        return "\(what)  \(author)  \(InternetTime.text(createdAt))  \(reason)"
    }
}
