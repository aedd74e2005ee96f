import ArgumentParser
import Foundation
import Publishing
import SchemaRepository

extension SchemasCommand {
    /// Lists the planned versions of a schema release.
    struct Planned: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the versions that the schemas mark as planned, with their confirmations.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The schema release; by default the current one.") var number: Int?

        func run() throws {
            let store = try installation.open().schemaReleases
            guard let number = try number ?? store.current()?.number else {
                try format.refuse("there is no schema release")
            }
            guard try store.repository(of: number) != nil else {
                try format.refuse("there is no schema release \(number)")
            }
            let plans = try store.versionPlans(of: number).map(VersionPlanAnswer.init)
            try format.done(
                plans, lines: plans.map(\.line), orNone: "Schema release \(number) has no planned versions.")
        }
    }

    /// Confirms planned versions as the operator.
    struct Confirm: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Confirm the planned versions of a platform.",
            discussion: "Confirms all of them, or only those of one schema or of one version.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The platform.") var platform: String
        @Option(help: "Only the versions of this schema, such as /components/ButtonView.") var schema: String?
        @Option(help: "Only this client version.", transform: { try ClientVersion($0) }) var version: ClientVersion?
        @Argument(help: "The schema release; by default the current one.") var number: Int?

        func run() throws {
            let store = try installation.open().schemaReleases
            guard let number = try number ?? store.current()?.number else {
                try format.refuse("there is no schema release")
            }
            let versions = try store.versionPlans(of: number).map(\.planned).filter { planned in
                planned.platform == platform && schema.map { $0 == planned.entity } ?? true
                    && version.map { $0 == planned.version } ?? true
            }
            switch try store.confirm(versions, of: number, by: .operator) {
            case .confirmed(let new):
                let plans = try store.versionPlans(of: number).filter { new.contains($0.planned) }
                    .map(VersionPlanAnswer.init)
                try format.done(plans, lines: plans.map(\.line), orNone: "These versions were already confirmed.")
            case .noSuchRelease: try format.refuse("there is no schema release \(number)")
            case .notPlanned: try format.refuse("schema release \(number) has no such planned version")
            case .notOwner(let platform): try format.refuse("only the team of \(platform) can confirm its versions")
            }
        }
    }
}

/// A planned version as the command line writes it.
struct VersionPlanAnswer: Encodable {
    let schema: String
    let pointer: String
    let platform: String
    let version: String
    let confirmed: Bool
    let confirmedBy: String?
    let confirmedAt: Date?

    init(_ plan: VersionPlan) {
        schema = plan.planned.entity
        pointer = plan.planned.pointer
        platform = plan.planned.platform
        version = plan.planned.version.text
        confirmed = plan.confirmation != nil
        confirmedBy = plan.confirmation?.author.name
        confirmedAt = plan.confirmation?.createdAt
    }

    /// The planned version as a line of text.
    var line: String {
        let state = confirmedBy.map { "confirmed by \($0)" } ?? "planned"
        return "\(schema)\(pointer.isEmpty ? "" : "#\(pointer)"): \(platform) \(version), \(state)"
    }
}
