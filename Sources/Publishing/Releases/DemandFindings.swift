import JSONText
import SchemaRepository

/// The problems and warnings for a release that follow from the document's version requirements: versions that would
/// get nothing, and versions that would get a reduced document.
struct DemandFindings {
    private let assembly: Assembly
    private let feature: String
    private let platform: String
    private let range: VersionInterval

    init(_ assembly: Assembly, feature: String, platform: String, range: VersionInterval) {
        self.assembly = assembly
        self.feature = feature
        self.platform = platform
        self.range = range
    }

    /// The versions for which nothing can be assembled, each with its reasons; they refuse the release.
    var problems: [ReleaseProblem] {
        unsupported + faulty + undecided(.error)
    }

    /// The parts that older clients get differently or not at all.
    var warnings: [ReleaseProblem] {
        let changed = VersionSet(assembly.editions.filter(\.isChanged).map(\.interval))
        guard !changed.isEmpty else { return undecided(.warning) }
        let summary = ReleaseProblem(
            code: "degraded-range",
            message: "\(PlatformTitle.of(platform)) clients \(Self.words(changed)) get less than the whole document.",
            feature: feature, version: changed.intervals.first?.from.text)
        return [summary] + reasons(for: changed).map { problem($0, code: "degraded", instead: $1) }
            + undecided(.warning)
    }

    /// Returns the parts whose versions could not be computed.
    private func undecided(_ severity: Diagnostic.Severity) -> [ReleaseProblem] {
        assembly.support.undecided.filter { $0.severity == severity }.map { ReleaseProblem($0, feature: feature) }
    }

    private var unsupported: [ReleaseProblem] {
        let missing = VersionSet(assembly.support.degraded).subtracted(from: range)
        guard !missing.isEmpty else { return [] }
        let summary = ReleaseProblem(
            code: "unsupported-range",
            message: "\(PlatformTitle.of(platform)) clients \(Self.words(missing)) cannot show this document.",
            feature: feature,
            version: missing.intervals.first?.from.text)
        let reasons = reasons(for: missing).filter { $0.1 == nil }
        return [summary] + reasons.map { problem($0.0, code: "unsupported") }
    }

    private var faulty: [ReleaseProblem] {
        assembly.faults.flatMap { fault in
            let summary = ReleaseProblem(
                code: "invalid-edition",
                message:
                    "The document that \(PlatformTitle.of(platform)) clients \(fault.interval.words) would get is not valid.",
                feature: feature, version: fault.interval.from.text)
            return [summary]
                + fault.diagnostics.map {
                    ReleaseProblem($0, feature: feature, version: fault.interval.from.text)
                }
        }
    }

    /// Returns the requirements that some version does not meet, with what that version gets instead.
    private func reasons(for versions: VersionSet) -> [(Reason, Escape?)] {
        assembly.support.reasons.compactMap { reason in
            Self.unmet(reason, in: versions).map { (reason, reason.escape(for: $0)) }
        }
    }

    /// Returns the first version that does not meet a requirement. All versions between two bounds are alike, so
    /// checking the interval starts and the requirement's own bound suffices.
    private static func unmet(_ reason: Reason, in versions: VersionSet) -> ClientVersion? {
        for interval in versions.intervals {
            if !reason.isMet(by: interval.from) { return interval.from }
            if let bound = reason.version, interval.contains(bound), !reason.isMet(by: bound) { return bound }
        }
        return nil
    }

    private func problem(_ reason: Reason, code: String, instead escape: Escape? = nil) -> ReleaseProblem {
        ReleaseProblem(
            code: code, message: reason.message + (escape.map { "; \($0.words(of: reason))" } ?? ""), feature: feature,
            version: reason.version?.text, pointer: reason.pointer.description, line: reason.range?.start.line,
            column: reason.range?.start.column, keyword: reason.keyword, schemaPointer: reason.schemaPointer)
    }

    private static func words(_ versions: VersionSet) -> String {
        versions.intervals.map(\.words).joined(separator: ", ")
    }
}

extension Escape {
    /// Returns the end of a sentence about versions that do not meet the requirement: “other versions get `l` instead”.
    fileprivate func words(of reason: Reason) -> String {
        let subject = pointer == reason.pointer ? "it" : "`\(pointer)`"
        return switch manner {
        case .word(let word): "other versions get `\(word)` instead"
        case .omission: "other versions get the document without \(subject)"
        case .fallback: "other versions get the fallback of \(subject == "it" ? "this element" : subject)"
        }
    }
}
