import ArgumentParser
import Publishing

/// The command that releases everything again after the database was restored from a backup, if no read node did so.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Release a restored database's state again, under a number above --above.",
        discussion: """
            Needed only if no read node is left that served the lost releases, because such a node releases the state \
            by itself. Phones refuse releases older than those that they have received.
            """)

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @Option(help: "The highest release number that phones have received; if in doubt, a larger one.") var above: Int

    func validate() throws {
        try NumberOption.check("--above", above, in: 0...ReleaseStore.largestServed)
    }

    func run() throws {
        let number = try installation.open().releases.restore(above: above, by: .operator)
        try format.done(Restored(release: number), text: "The live state was released again as release \(number).")
    }
}

/// The release of the restored state: the new one, or an earlier restoration whose number is above `--above`.
private struct Restored: Encodable {
    let release: Int
}
