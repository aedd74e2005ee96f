import JSONText
import SchemaRepository

/// The problems and warnings that a document’s demands on a range of clients mean for its release: versions that cannot
/// be given anything, and versions that are given less than stands in it.
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

    /// Versions that nothing can be assembled for, all of them and every reason: they refuse the release.
    var problems: [ReleaseProblem] { unsupported + faulty }

    /// Parts that older clients do not see, or see otherwise.
    var warnings: [ReleaseProblem] {
        let changed = VersionSet(assembly.editions.filter(\.isChanged).map(\.interval))
        guard !changed.isEmpty else { return [] }
        let summary = ReleaseProblem(
            code: "degraded-range",
            message: "`\(platform)` clients \(Self.words(changed)) are given less than stands in the document.",
            feature: feature, version: changed.intervals.first?.from.text)
        return [summary] + reasons(for: changed).map { problem($0, code: "degraded", instead: $1) }
    }

    private var unsupported: [ReleaseProblem] {
        let missing = VersionSet(assembly.support.degraded).subtracted(from: range)
        guard !missing.isEmpty else { return [] }
        let summary = ReleaseProblem(
            code: "unsupported-range",
            message: "`\(platform)` clients \(Self.words(missing)) cannot show this document.", feature: feature,
            version: missing.intervals.first?.from.text)
        let reasons = reasons(for: missing).filter { $0.1 == nil }
        return [summary] + reasons.map { problem($0.0, code: "unsupported") }
    }

    private var faulty: [ReleaseProblem] {
        assembly.faults.flatMap { fault in
            let summary = ReleaseProblem(
                code: "invalid-edition",
                message: "What `\(platform)` clients \(fault.interval.words) would be given is not valid.",
                feature: feature, version: fault.interval.from.text)
            return [summary]
                + fault.diagnostics.map {
                    ReleaseProblem($0, feature: feature, version: fault.interval.from.text)
                }
        }
    }

    /// The reasons that some version of a set gives, each with what the first such version is given instead.
    private func reasons(for versions: VersionSet) -> [(Reason, Escape?)] {
        assembly.support.reasons.compactMap { reason in
            Self.unmet(reason, in: versions).map { (reason, reason.escape(for: $0)) }
        }
    }

    /// The first version of a set that does not meet a demand. Between two bounds all versions are alike, so that where
    /// the intervals begin, and where the demand does, tells all.
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
    /// The end of a sentence on what other versions are given, as in “others are given `l` instead”.
    fileprivate func words(of reason: Reason) -> String {
        let subject = pointer == reason.pointer ? "it" : "`\(pointer)`"
        return switch manner {
        case .word(let word): "others are given `\(word)` instead"
        case .omission: "others are given the document without \(subject)"
        case .fallback: "others are given the fallback of \(subject == "it" ? "this element" : subject)"
        }
    }
}
