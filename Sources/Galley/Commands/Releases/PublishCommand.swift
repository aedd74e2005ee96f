import ArgumentParser
import JSONText
import Publishing
import SchemaRepository

/// The command that publishes revisions for ranges of client versions, in one release.
struct PublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a revision from a client version on a platform.",
        discussion: """
            Adds or replaces the rule that starts at that version, and keeps the others. Repeat --platform to publish on \
            several at once, with one --from for all or one for each. --rules FILE publishes several features in one \
            release: {"rules": [{"feature", "revision", "platform", "from", "until", "percent"}]}. With --at, the release \
            is scheduled; it is checked again at that time and made only if nothing prevents it. galley schedules lists \
            the scheduled releases.
            """)

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument(help: "The feature; not with --rules.") var name: String?
    @Option(help: "The number of the revision to publish; not with --rules.") var revision: Int?
    @Option(help: "The platform; repeatable.") var platform: [String] = []
    @Option(help: "The lowest client version that gets the revision; one for all platforms, or one for each.")
    var from: [String] = []
    @Option(help: "The first client version that no longer gets the revision.") var until: String?
    @Option(help: "The percentage of clients that get the revision, 0 to 100 with at most one decimal.")
    var percent: RolloutPercent?
    @Option(help: "The time of publishing, such as 2026-11-24T08:00:00Z; now by default.") var at: String?
    @Option(help: "The time until which clients get the revision; then they get what they would get without it.")
    var end: String?
    @Option(help: "The plan of a rollout in steps, such as default; galley rollouts plans lists all plans.")
    var plan: String?
    @Option(
        help: "The reason for publishing to all clients at once instead of in steps; added to the release's reason.")
    var skipPlan: String?
    @Option(help: "A JSON file with the rules of one or several features; - for standard input.") var rules: String?

    func validate() throws {
        let single = [name != nil, revision != nil, !platform.isEmpty, !from.isEmpty]
        if plan != nil, at != nil || end != nil || percent != nil || skipPlan != nil {
            throw ValidationError(
                "--plan cannot be combined with --at, --end, --percent or --skip-plan, because a rollout begins now and "
                    + "follows the steps of its plan")
        }
        if let skipPlan, skipPlan.isEmpty { throw ValidationError("--skip-plan needs a reason") }
        guard rules == nil else {
            guard !single.contains(true), until == nil, percent == nil else {
                throw ValidationError(
                    "--rules FILE cannot be combined with NAME, --revision, --platform, --from, --until or --percent")
            }
            return
        }
        guard !single.contains(false) else {
            throw ValidationError("give NAME with --revision, --platform and --from, or --rules FILE")
        }
        guard from.count == 1 || from.count == platform.count else {
            throw ValidationError("give one --from for all platforms, or one for each")
        }
    }

    @Flag(help: "Publish even without the required approvals; needs a --reason, and is shown on the feature's page.")
    var breakGlass = false

    func run() throws {
        var request = try rules.map(Self.request) ?? PublishRequest(named())
        if let expected = change.expected { request.expectedRelease = expected }
        let reasons = [change.reason.isEmpty ? request.reason : change.reason, skipPlan ?? ""]
        request.reason = reasons.filter { !$0.isEmpty }.joined(separator: "; ")
        request.idempotencyKey = change.idempotencyKey
        request.breakGlass = breakGlass
        request.ends = try end.map(time)
        let stores = try installation.open()
        if let plan {
            guard let plan = try stores.rollouts.plan(plan) else {
                try format.refuse("there is no rollout plan \(plan); see galley rollouts plans")
            }
            guard !change.dryRun else {
                return try ReleaseReport.print(
                    stores.rollouts.planStart(request, plan: plan, by: .operator), as: format)
            }
            return try RolloutReport.print(
                started: stores.rollouts.start(request, plan: plan, by: .operator), in: stores.rollouts, as: format)
        }
        guard at != nil || end != nil else {
            return try change.print(
                request, plan: stores.releases.planPublish, make: stores.releases.publish, as: format)
        }
        let publishTime = try at.map(time)
        guard !change.dryRun else {
            return try ReleaseReport.print(
                stores.schedules.plan(request, at: publishTime, by: .operator), as: format)
        }
        try ScheduleReport.print(stores.schedules.add(request, at: publishTime, by: .operator), as: format)
    }

    /// The rules that the options describe.
    private func named() throws -> [RuleRequest] {
        try platform.enumerated().map { index, platform in
            RuleRequest(
                feature: name ?? "", revision: revision ?? 0, platform: platform,
                from: try version(from[from.count == 1 ? 0 : index]), until: try until.map(version),
                percent: percent ?? .everyone)
        }
    }

    private static func request(from file: String) throws -> PublishRequest {
        let bytes = try InputFile.read(file)
        do {
            return try PublishRequest(file: JSONDocument(parsing: bytes).root)
        } catch let error as PublishRequestError {
            let place = error.pointer.description
            throw CommandError(([file] + (place.isEmpty ? [] : [place]) + [error.description]).joined(separator: ": "))
        } catch let errors as JSONSyntaxErrors {
            let lines = LineTable(bytes)
            throw CommandError(
                errors.errors.map { $0.diagnostic(lines: lines).line(file: file) }.joined(separator: "\n"))
        }
    }
}

extension RolloutPercent: ExpressibleByArgument {
    /// Parses `--percent`.
    public init?(argument: String) { self.init(argument) }
}
