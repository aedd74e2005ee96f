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

    /// The problems because of which the release is refused: versions that cannot show the document, with the reasons;
    /// versions whose assembled document is invalid; and parts of the document whose supported versions could not be
    /// computed.
    var problems: [ReleaseProblem] {
        unsupported + faulty + undecided(.error)
    }

    /// The warnings: versions that get a reduced document, with the reasons, and parts of the document whose supported
    /// versions could not be computed.
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

    /// Returns the diagnostics of one severity about parts of the document whose supported versions could not be
    /// computed.
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

    /// Returns the requirements that some of the versions do not meet. Each has the replacement that the first such
    /// version gets, or nil if that version gets no replacement.
    private func reasons(for versions: VersionSet) -> [(Reason, PartReplacement?)] {
        assembly.support.reasons.compactMap { reason in
            Self.unmet(reason, in: versions).map { (reason, reason.replacement(for: $0)) }
        }
    }

    /// Returns the first version found that does not meet a requirement. Whether a version meets it changes only at the
    /// requirement's own version, so checking that version and the starts of the intervals is sufficient.
    private static func unmet(_ reason: Reason, in versions: VersionSet) -> ClientVersion? {
        for interval in versions.intervals {
            if !reason.isMet(by: interval.from) { return interval.from }
            if let bound = reason.version, interval.contains(bound), !reason.isMet(by: bound) { return bound }
        }
        return nil
    }

    private func problem(_ reason: Reason, code: String, instead replacement: PartReplacement? = nil) -> ReleaseProblem
    {
        ReleaseProblem(
            code: code, message: reason.message + (replacement.map { "; \($0.words(of: reason))" } ?? ""),
            feature: feature,
            version: reason.version?.text, pointer: reason.pointer.description, line: reason.range?.start.line,
            column: reason.range?.start.column, keyword: reason.keyword, schemaPointer: reason.schemaPointer)
    }

    private static func words(_ versions: VersionSet) -> String {
        versions.intervals.map(\.words).joined(separator: ", ")
    }
}

extension PartReplacement {
    /// Returns the end of a sentence about versions that do not meet the requirement: “other versions get `large`
    /// instead”.
    fileprivate func words(of reason: Reason) -> String {
        let subject = pointer == reason.pointer ? "it" : "`\(pointer)`"
        return switch manner {
        case .word(let word): "other versions get `\(word)` instead"
        case .omission: "other versions get the document without \(subject)"
        case .fallback: "other versions get the fallback of \(subject == "it" ? "this element" : subject)"
        }
    }
}
