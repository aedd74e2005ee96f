import JSONText
import SchemaRepository

/// Compares the faults that the documents of one feature have according to two states of the schemas.
struct ImpactCheck {
    /// The maximum number of findings for one feature.
    static let limit = 50

    let proposed: SchemaRepository
    /// The current schemas; nil before the first import.
    let current: SchemaRepository?

    /// The documents of a feature that are checked.
    struct Documents {
        let name: String
        let kind: String
        /// The bytes of the live revisions and of the newest one, by revision number.
        let revisions: [Int: [UInt8]]
        /// The newest revision, if it is not live and was valid when it was saved.
        let head: Int?
        /// The live rules of all platforms.
        let rules: [Rule]
        /// The bytes of the live editions, by their hexadecimal SHA-256.
        let editions: [String: [UInt8]]
    }

    /// Returns the faults of the documents according to the proposed schemas that they do not have according to the
    /// current ones; at most `limit`.
    func findings(of feature: Documents) -> [ImpactFinding] {
        var found: [ImpactFinding] = []
        let byRevision = Dictionary(grouping: feature.rules, by: \.revision).sorted { $0.key < $1.key }
        for (revision, rules) in byRevision {
            guard let bytes = feature.revisions[revision] else { continue }
            let checked = Pair(bytes, kind: feature.kind, by: self)
            for platform in rules.map(\.platform).uniqued {
                let own = rules.filter { $0.platform == platform }
                let versions = VersionSet(own.map(\.range)).intervals.map(\.words).joined(separator: ", ")
                found += checked.newErrors.map {
                    ImpactFinding($0, of: feature.name, revision, platform: platform, versions: versions)
                }
                guard checked.newErrors.isEmpty else { continue }
                found += own.flatMap { rule in
                    demands(of: feature, rule, revision: checked, minified: checked.minified)
                }
            }
        }
        if let head = feature.head, let bytes = feature.revisions[head] {
            found += Pair(bytes, kind: feature.kind, by: self).newErrors.map {
                ImpactFinding($0, of: feature.name, head, platform: nil, versions: nil)
            }
        }
        return Array(found.prefix(Self.limit))
    }

    /// Returns the findings about the editions of a rule, as they are served: new errors, and versions that support an
    /// edition according to the current schemas, but not according to the proposed ones.
    private func demands(of feature: Documents, _ rule: Rule, revision: Pair, minified: [UInt8]?) -> [ImpactFinding] {
        rule.editions.flatMap { edition -> [ImpactFinding] in
            guard let bytes = feature.editions[edition.hash] else { return [] }
            let isRevision = bytes == minified
            let pair = isRevision ? revision : Pair(bytes, kind: feature.kind, by: self)
            guard pair.newErrors.isEmpty else {
                return pair.newErrors.map { error in
                    ImpactFinding(
                        error.withoutRange, of: feature.name, rule.revision, platform: rule.platform,
                        versions: edition.range.words)
                }
            }
            return pair.newDemands(on: rule.platform, in: edition.range).map { reason, versions in
                ImpactFinding(
                    feature: feature.name, revision: rule.revision, platform: rule.platform,
                    versions: versions.intervals.map(\.words).joined(separator: ", "),
                    pointer: reason?.pointer.description ?? "", line: isRevision ? reason?.range?.start.line : nil,
                    code: "unsupported",
                    message: reason?.message ?? "It is not certain that these clients can show the document.")
            }
        }
    }

    /// A document, checked against the proposed schemas and compared with its check against the current ones.
    private struct Pair {
        let proposed: CheckedDocument
        /// The errors that only the proposed schemas report.
        let newErrors: [Diagnostic]
        private let check: ImpactCheck
        private let bytes: [UInt8]
        private let kind: String

        init(_ bytes: [UInt8], kind: String, by check: ImpactCheck) {
            (self.bytes, self.kind, self.check) = (bytes, kind, check)
            guard let known = check.proposed.kind(named: kind) else {
                let missing = Diagnostic(
                    severity: .error, code: "unknown-kind",
                    message: "The proposed schemas have no document kind `\(kind)`.", pointer: JSONPointer())
                proposed = CheckedDocument(bytes: bytes, document: nil, kind: nil, diagnostics: [missing])
                newErrors = check.current?.kind(named: kind) == nil ? [] : [missing]
                return
            }
            proposed = check.proposed.check(bytes, kind: known, work: .patient)
            let errors = proposed.diagnostics.filter { $0.severity == .error }
            let old = errors.isEmpty ? [] : Self.errors(of: bytes, kind: kind, by: check.current)
            newErrors = errors.filter { error in
                !old.contains { $0.code == error.code && $0.pointer == error.pointer && $0.message == error.message }
            }
        }

        /// The document without insignificant white space, as an edition serves it if nothing is changed; nil if it is
        /// not JSON.
        var minified: [UInt8]? { proposed.document?.root.minified() }

        /// Finds the versions of an interval that support the document according to the current schemas, but not
        /// according to the proposed ones. Returns each version requirement that some of them do not meet, together
        /// with all of these versions. If there is no such requirement, returns the versions once, with nil.
        func newDemands(on platform: String, in range: VersionInterval) -> [(Reason?, VersionSet)] {
            let support = check.proposed.assembly(of: proposed, platform: platform, in: range).support
            let missing = VersionSet(support.full).subtracted(from: range)
            guard !missing.isEmpty else { return [] }
            let old = check.current.flatMap { current in
                current.kind(named: kind).map { kind in
                    current.assembly(
                        of: current.check(bytes, kind: kind, work: .patient), platform: platform, in: range
                    ).support
                }
            }
            let before = VersionSet(old?.full ?? []).subtracted(from: range)
            let new = VersionSet(missing.intervals.flatMap { before.subtracted(from: $0).intervals })
            guard !new.isEmpty else { return [] }
            let reasons = support.reasons.filter { reason in
                new.intervals.contains { !reason.isMet(by: $0.from) }
                    || reason.version.map { bound in new.contains(bound) && !reason.isMet(by: bound) } ?? false
            }
            return reasons.isEmpty ? [(nil, new)] : reasons.map { ($0, new) }
        }

        private static func errors(of bytes: [UInt8], kind: String, by schemas: SchemaRepository?) -> [Diagnostic] {
            guard let schemas, let kind = schemas.kind(named: kind) else { return [] }
            return schemas.check(bytes, kind: kind, work: .patient).diagnostics.filter { $0.severity == .error }
        }
    }
}

extension ImpactFinding {
    fileprivate init(
        _ diagnostic: Diagnostic, of feature: String, _ revision: Int, platform: String?, versions: String?
    ) {
        self.init(
            feature: feature, revision: revision, platform: platform, versions: versions,
            pointer: diagnostic.pointer.description, line: diagnostic.range?.start.line, code: diagnostic.code,
            message: diagnostic.message)
    }
}

extension Diagnostic {
    /// The diagnostic without its position, which means nothing to people in an assembled document.
    fileprivate var withoutRange: Diagnostic {
        var diagnostic = self
        diagnostic.range = nil
        return diagnostic
    }
}
