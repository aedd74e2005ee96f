import ArgumentParser
import Foundation
import JSONText
import Publishing

extension SchemasCommand {
    /// Checks everything live and every newest revision against a schema release.
    struct Impact: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "List the live documents and newest revisions that a schema release would break, with places and clients.",
            discussion: """
                The check starts when the schema release is proposed; this command waits until it has finished. Also \
                lists the planned versions that are not confirmed. Exits with status 0 if nothing breaks, 1 if \
                something does or there is no such schema release.
                """)

        /// The seconds between two queries for the state of a check that another process runs.
        private static let interval = 0.2

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Flag(help: "Check everything again.") var again = false
        @Argument(help: "The number of the schema release, as galley schemas list prints it.") var number: Int

        func run() throws {
            let stores = try installation.open()
            let impacts = stores.schemaImpacts
            if again { try impacts.start(number) }
            guard var impact = try impacts.newest(of: number) ?? impacts.start(number) else {
                try format.refuse("there is no schema release \(number)")
            }
            while impact.finishedAt == nil {
                if try !impacts.advance() { Thread.sleep(forTimeInterval: Self.interval) }
                guard let newest = try impacts.newest(of: number) else { break }
                impact = newest
            }
            let findings = try impacts.findings(of: impact.number)
            let lines = findings.map { finding in
                let place = [finding.pointer, finding.line.map { "line \($0)" }].compactMap(\.self).joined(
                    separator: ", ")
                let clients = finding.platform.map { "\($0) \(finding.versions ?? "")" } ?? "not live"
                return "\(finding.feature) revision \(finding.revision) (\(clients)): \(place): \(finding.message)"
            }
            let plans = try stores.schemaReleases.versionPlans(of: number).filter { $0.confirmation == nil }
                .map(VersionPlanAnswer.init)
            let summary = "\(counted: impact.done, "feature") checked, \(impact.brokenFeatures) would break."
            try format.done(
                ImpactAnswer(
                    schemaRelease: number, checked: impact.done, broken: impact.brokenFeatures, findings: findings,
                    planned: plans),
                text: (lines + plans.map(\.line) + [summary]).joined(separator: "\n"))
            if impact.brokenFeatures > 0 { throw ExitCode.refused }
        }
    }
}

/// The impact of a schema release as the command line writes it.
private struct ImpactAnswer: Encodable {
    let schemaRelease: Int
    let checked: Int
    let broken: Int
    let findings: [ImpactFinding]
    /// The planned versions that the team of their platform has not confirmed.
    let planned: [VersionPlanAnswer]
}
