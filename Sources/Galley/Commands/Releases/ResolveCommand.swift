import ArgumentParser
import Publishing
import SchemaRepository

/// The command that reports what one client gets, with the reason.
struct ResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Report what a client of this platform and version gets, and the reason.")

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @Argument(help: "The feature.") var name: String
    @Option(help: "The platform of the client.") var platform: String
    @Option(help: "The version of the client.") var clientVersion: String
    @Option(help: "The client's bucket for partial rollouts, 0 to 999.") var bucket: Int?
    @Option(help: "The id of the app's installation, from which its bucket is computed.") var installationID: String?

    @Option(
        help: "The time, such as 2026-11-24T08:00:00Z, now by default; a future time includes the scheduled releases.")
    var at: String?

    func validate() throws {
        try NumberOption.check("--bucket", bucket, in: 0...RolloutBucket.count - 1)
        if bucket != nil, installationID != nil {
            throw ValidationError("--bucket and --installation-id cannot be combined")
        }
    }

    func run() throws {
        let stores = try installation.open()
        let bucket = bucket ?? installationID.map { RolloutBucket.bucket(ofInstallation: $0, feature: name) }
        let found = try stores.schedules.resolve(
            feature: name, platform: platform, clientVersion: try version(clientVersion), bucket: bucket,
            at: try at.map(time))
        let remarks = found.moment?.remarks ?? []
        switch found.resolution {
        case .edition(let edition, let rule, let because):
            let proof = try stores.clients.proof(of: edition, in: rule, feature: name)
            let isForecast = found.moment?.isForecast ?? false
            let revision = "Revision \(rule.revision)" + (isForecast ? "." : ", since release \(edition.release).")
            try format.done(
                ResolutionAnswer(
                    edition, rule: rule, because: because, proof: proof.proof.word, clients: proof.refusals,
                    moment: found.moment),
                text: ([revision, because, proof.sentence] + proof.refusals + remarks).joined(separator: "\n"))
        case .noConfig(let because), .switchedOff(_, let because), .featureNotFound(let because),
            .unknownPlatform(let because):
            try format.refuse(([because] + remarks).joined(separator: " "))
        }
    }
}
