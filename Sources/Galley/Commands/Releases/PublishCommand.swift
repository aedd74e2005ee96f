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
            release: {"rules": [{"feature", "revision", "platform", "from", "until", "percent"}]}. With --at it is made at \
            that time if nothing stands against it then; galley schedules lists what is planned.
            """)

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument var name: String?
    @Option var revision: Int?
    @Option(help: "The platform; repeatable.") var platform: [String] = []
    @Option(help: "The lowest client version that gets it; one for all platforms, or one for each.")
    var from: [String] = []
    @Option(help: "The first client version that does not get it.") var until: String?
    @Option(help: "The share of clients that get it, 0 to 100 in steps of 0.1.") var percent: RolloutPercent?
    @Option(help: "The time at which it is published, such as 2026-11-24T08:00:00Z; now by default.") var at: String?
    @Option(help: "The time at which clients get again what they got before.") var end: String?
    @Option(help: "The plan of a rollout in steps, such as default; galley rollouts plans lists them.") var plan:
        String?
    @Option(help: "The reason why every client gets it at once, although they get another revision now.")
    var skipPlan: String?
    @Option(help: "A JSON file of rules, also of several features; - for standard input.") var rules: String?

    func validate() throws {
        let single = [name != nil, revision != nil, !platform.isEmpty, !from.isEmpty]
        if plan != nil, at != nil || end != nil || percent != nil || skipPlan != nil {
            throw ValidationError(
                "say --plan without --at, --end, --percent and --skip-plan: a rollout begins now, in its own steps")
        }
        if let skipPlan, skipPlan.isEmpty { throw ValidationError("--skip-plan needs a reason") }
        guard rules == nil else {
            guard !single.contains(true), until == nil, percent == nil else {
                throw ValidationError("say --rules FILE, or NAME with --revision, --platform and --from")
            }
            return
        }
        guard !single.contains(false) else {
            throw ValidationError("say NAME with --revision, --platform and --from, or --rules FILE")
        }
        guard from.count == 1 || from.count == platform.count else {
            throw ValidationError("say one --from for all platforms, or one for each")
        }
    }

    @Flag(help: "Publish even without the required approvals; needs a --reason, and is shown on the feature's page.")
    var breakGlass = false

    func run() throws {
        var request = try rules.map(Self.request) ?? PublishRequest(named())
        if let expected = change.expected { request.expectedRelease = expected }
        if let reason = skipPlan, change.reason.isEmpty { request.reason = reason }
        if !change.reason.isEmpty { request.reason = change.reason }
        request.idempotencyKey = change.idempotencyKey
        request.breakGlass = breakGlass
        request.ends = try end.map(time)
        let stores = try installation.open()
        if let plan {
            guard let plan = try stores.rollouts.plan(plan) else { try format.refuse("there is no plan \(plan)") }
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
