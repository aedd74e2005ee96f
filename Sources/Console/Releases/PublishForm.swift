import Foundation
import MicroHTTP
import Publishing
import SchemaRepository

/// The fields of the publish form, valid or not.
struct PublishForm: Sendable {
    /// The versions of one platform as they were typed.
    struct Versions: Sendable, Hashable {
        var from = ""
        /// The lower bound that the page suggested; empty if there was none.
        var suggested = ""
        var until = ""

        /// The range of versions; nil if one of its bounds is missing or invalid.
        fileprivate var range: VersionInterval? {
            guard let from = try? ClientVersion(from), let until = try? ClientVersion(until) else { return nil }
            return VersionInterval(from: from, until: until)
        }

        /// The problem of the lower bound, or nil.
        var fromProblem: String? {
            PublishForm.problem(with: from, missing: Texts["releases.enter-the-first-client-version"])
        }
        /// The problem of the upper bound, or nil.
        var untilProblem: String? {
            if until.isEmpty { return nil }
            if let problem = PublishForm.problem(with: until, missing: "") { return problem }
            guard let from = try? ClientVersion(from), let until = try? ClientVersion(until), until <= from else {
                return nil
            }
            return Texts["releases.the-end-must-be-higher-than"]
        }
    }

    var revision: Int?
    /// The names of the platforms on which the revision is published.
    var platforms: [String] = []
    /// The versions of each platform of the installation, chosen or not.
    var versions: [String: Versions] = [:]
    /// The filled-in ranges that end before the minimum version of the chosen revision (`MinimumVersion`), by platform.
    /// In their place, the form suggests the versions from the minimum version on.
    private(set) var leftOut: [String: VersionInterval] = [:]
    var reason = ""
    /// The times at which the revision is published and ends, as typed; empty for now and for no end.
    var at = ""
    var end = ""
    /// The name of the rollout plan; empty for everybody at once.
    var plan = ""
    /// True to publish even without the required approvals.
    var breakGlass = false
    /// The live release that the page showed; 0 for none.
    var expected = 0
    /// The idempotency key of the form.
    var key = ""
    /// True if the person confirmed the changes.
    var isConfirmed = false

    init() {}

    /// Reads the fields from a form or a query. The fields `from`, `until` and `suggested` apply to all platforms that
    /// have no fields of their own, such as `from-ios`.
    init(_ request: SignedInRequest, platforms known: [Platform]) {
        revision = Int(asked: request.value("revision"))
        platforms = request.values("platform", "also")
        let names = known.map(\.name) + platforms.filter { name in !known.contains { $0.name == name } }
        versions = Dictionary(
            names.map { name in
                func value(_ field: String) -> String {
                    request.values("\(field)-\(name)").first ?? request.value(field)
                }
                let versions = Versions(from: value("from"), suggested: value("suggested"), until: value("until"))
                return (name, versions)
            }, uniquingKeysWith: { first, _ in first })
        reason = request.value("reason")
        (at, end, plan) = (request.value("at"), request.value("end"), request.value("plan"))
        breakGlass = request.value("break_glass") == "1"
        expected = Int(asked: request.value("expected")) ?? 0
        key = request.value("key")
        // A form that was changed after its review must be reviewed again.
        let reviewed = request.value("reviewed")
        isConfirmed = request.value("step") == "publish" && (reviewed.isEmpty || reviewed == reviewedFields)
    }

    /// The fields that decide what clients get, and when, and whether approvals may be missing, as text. A confirmed
    /// request must have the same text as the request whose changes the person reviewed.
    var reviewedFields: String {
        let ranges = platforms.map { "\($0):\(versions[$0]?.from ?? "")-\(versions[$0]?.until ?? "");" }
        return "\(revision ?? 0)/\(ranges.joined())\(breakGlass ? "/break-glass" : "")"
            + (at.isEmpty && end.isEmpty ? "" : "/\(at)/\(end)") + (plan.isEmpty ? "" : "/plan \(plan)")
    }

    /// Suggests a lower bound for each platform: the minimum version of the chosen revision or, if it is higher, the
    /// start of the live rule that the revision replaces.
    ///
    /// Unless the request is confirmed, the new suggestion also replaces a lower bound that equals the former
    /// suggestion and, if `fillingEmpty` is true, an empty one. If the range would then end before it begins, its end
    /// is removed.
    mutating func follow(_ minimums: [MinimumVersion], replacing live: [Rule], fillingEmpty: Bool) {
        let starts = Self.replaceable(live)
        for minimum in minimums {
            let start = starts.first { $0.platform == minimum.platform.name }?.from ?? .zero
            var versions = versions[minimum.platform.name] ?? Versions()
            let isReplaceable = versions.from.isEmpty ? fillingEmpty : versions.from == versions.suggested
            versions.suggested = minimum.version.map { max($0, start).text } ?? ""
            if isReplaceable, !isConfirmed, let version = versions.suggested.nonEmpty {
                if let start = try? ClientVersion(version), let former = versions.range, former.from < start,
                    !former.reaches(start)
                {
                    leftOut[minimum.platform.name] = former
                    versions.until = ""
                }
                versions.from = version
            }
            self.versions[minimum.platform.name] = versions
        }
    }

    /// Chooses the platforms and ranges of live rules, so that the chosen revision replaces the live ones. Chooses
    /// nothing if a platform has several rules, or if a rule is for a share of the clients.
    mutating func replace(_ rules: [Rule]) {
        for rule in Self.replaceable(rules) {
            platforms.append(rule.platform)
            versions[rule.platform] = Versions(from: rule.from.text, until: rule.until?.text ?? "")
        }
    }

    /// Returns the live rules that a revision replaces unless a person chooses otherwise; none if a platform has
    /// several rules, or if a rule is for a share of the clients.
    private static func replaceable(_ rules: [Rule]) -> [Rule] {
        Set(rules.map(\.platform)).count == rules.count && rules.allSatisfy(\.percent.isEveryone) ? rules : []
    }

    /// Raises the lower bounds that are below the minimum versions of the chosen revision.
    ///
    /// A platform whose range ends before the minimum version is no longer chosen, and its versions become empty. If no
    /// platform is left, all these platforms are chosen again, because the revision can be published for the versions
    /// from the minimum version on.
    mutating func raise(to minimums: [MinimumVersion]) {
        for minimum in minimums {
            let name = minimum.platform.name
            guard let version = minimum.version, let from = try? ClientVersion(versions[name]?.from ?? ""),
                from < version
            else { continue }
            if let former = versions[name]?.range, !former.reaches(version) {
                platforms.removeAll { $0 == name }
                versions[name] = Versions()
                leftOut[name] = former
            } else {
                versions[name]?.from = version.text
            }
        }
        if platforms.isEmpty { platforms = minimums.map(\.platform.name).filter { leftOut[$0] != nil } }
    }

    /// Returns true if some clients of the chosen platforms get a document; of any platform, if none is chosen.
    func isServed(by table: LiveTable) -> Bool {
        table.answering.contains { platforms.isEmpty || platforms.contains($0.platform) }
    }

    /// The problems of the fields `at` and `end`; nil for a field that is empty or valid.
    var atProblem: String? { at.isEmpty || publishTime != nil ? nil : Texts["schedules.enter-a-time"] }
    var endProblem: String? { end.isEmpty || endTime != nil ? nil : Texts["schedules.enter-a-time"] }

    /// The times in the fields `at` and `end`; nil for a field that is empty or invalid.
    var publishTime: Date? { FormTime.date(at) }
    var endTime: Date? { FormTime.date(end) }

    /// Returns the request to publish; nil if a field is missing or invalid.
    func request(feature: String) -> PublishRequest? {
        guard let revision, !platforms.isEmpty, atProblem == nil, endProblem == nil else { return nil }
        let rules = platforms.compactMap { platform -> RuleRequest? in
            guard let typed = versions[platform], typed.fromProblem == nil, typed.untilProblem == nil,
                let from = try? ClientVersion(typed.from)
            else { return nil }
            return RuleRequest(
                feature: feature, revision: revision, platform: platform, from: from,
                until: try? ClientVersion(typed.until))
        }
        guard rules.count == platforms.count else { return nil }
        var request = PublishRequest(
            rules, expectedRelease: expected, reason: reason, idempotencyKey: key.nonEmpty, breakGlass: breakGlass)
        request.ends = endTime
        return request
    }

    private static func problem(with text: String, missing: String) -> String? {
        guard !text.isEmpty else { return missing.nonEmpty }
        do {
            _ = try ClientVersion(text)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension VersionInterval {
    /// Returns true if the range does not end before a version.
    fileprivate func reaches(_ version: ClientVersion) -> Bool { until.map { version < $0 } ?? true }
}
