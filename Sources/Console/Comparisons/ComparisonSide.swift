import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// One of the two texts of a comparison: its bytes and its origin.
struct ComparisonSide: Sendable {
    var feature: Feature
    var source: PreviewSource
    var bytes: [UInt8]
    var title: String
    /// The page of the revision, or the editor with the unsaved text.
    var href: String
    /// The author and the time of the revision; nil for an unsaved text.
    var saved: (who: String, when: TimeLabel)?
}

/// The error for a text that does not exist and so cannot be compared, with a sentence for the page.
struct MissingSide: Error {
    let sentence: String
}

/// Two texts with their structural differences.
struct ComparedSides {
    let before: ComparisonSide
    let after: ComparisonSide
    let changes: [JSONChange]
    let differences: Differences
}

/// Finds the texts to compare, and prepares them for pages that show two texts side by side.
struct ComparisonSides: Sendable {
    let stores: Stores
    let texts: UnsavedTexts
    let panels: PreviewPanels

    /// Returns the text of a feature that `point` names, such as a revision or the text that is live now; throws
    /// ``MissingSide`` if there is none.
    ///
    /// If clients get different revisions, the text is that of the platform and the client version in `options`;
    /// without them, that of the first platform with rules and of its newest versions that get a revision. If different
    /// revisions are rolled out to clients of one version, it is the revision of the most clients, and the title says
    /// what share of them gets it. A platform that is switched off has no text.
    func side(
        _ point: ComparisonPoint, of feature: Feature, _ options: PreviewOptions, _ request: SignedInRequest
    ) throws -> ComparisonSide {
        switch point {
        case .revision(let number): return try revision(number, of: feature, request)
        case .newest:
            guard let number = try stores.revisions.revisions(of: feature.name, limit: 1).first?.number else {
                throw MissingSide(sentence: Texts["comparisons.no-revision-yet", ["feature": feature.name]])
            }
            return try revision(number, of: feature, request)
        case .live:
            guard let item = try stores.releases.live(of: feature.name), !item.answering.isEmpty else {
                throw MissingSide(sentence: Texts["comparisons.nothing-live", ["feature": feature.name]])
            }
            return try live(item, Texts["common.live"], of: feature, options, request)
        case .release(let number):
            let release = try stores.releases.releases(of: feature.name, before: number + 1, limit: 1).first
            return try live(
                release, Texts["comparisons.after-release", ["number": number]], of: feature, options, request)
        case .moment(let date):
            let title = TimeLabel(date, now: date).exact
            guard let item = try stores.schedules.state(of: feature.name, at: date)?.item, !item.answering.isEmpty
            else {
                throw MissingSide(
                    sentence: Texts["comparisons.nothing-was-live", ["place": title, "feature": feature.name]])
            }
            return try live(item, title, of: feature, options, request)
        case .text(let key):
            guard let entry = texts.held(key, of: feature, by: request.account) else {
                throw MissingSide(sentence: PreviewWords.textGone)
            }
            return ComparisonSide(
                feature: feature, source: .text(key), bytes: entry.bytes, title: Texts["comparisons.your-unsaved-text"],
                href: Paths.editor(of: feature.name) + "?text=\(PercentCoding.encode(key))")
        }
    }

    /// Returns a text for the page, with a preview that outlines the elements at the pointers, at most
    /// `PreviewOptions.mostMarks`.
    func shown(
        _ side: ComparisonSide, marking pointers: [JSONPointer], _ options: PreviewOptions, _ request: SignedInRequest
    ) -> ComparisonPage.Side {
        var options = options
        options.marks = Array(pointers.prefix(PreviewOptions.mostMarks))
        return ComparisonPage.Side(
            title: side.title, feature: side.feature.name, href: side.href, who: side.saved?.who,
            when: side.saved?.when, frame: panels.frame(side.source, options: options, clock: request.clock))
    }

    /// Returns the sentence about the outlined elements, which also says if only the first of them are outlined; nil if
    /// there are none.
    static func words(ofMarks count: Int) -> String? {
        guard count > 0 else { return nil }
        return count > PreviewOptions.mostMarks
            ? Texts["comparisons.first-outlined", ["count": PreviewOptions.mostMarks]] : Texts["comparisons.outlined"]
    }

    /// Returns two texts of a feature with their structural differences; nil if one of them does not exist or is not
    /// JSON.
    func differences(
        from old: ComparisonPoint, to new: ComparisonPoint, of feature: Feature, on platform: String?,
        _ request: SignedInRequest
    ) throws -> ComparedSides? {
        var options = PreviewOptions()
        options.platform = platform
        do {
            let before = try side(old, of: feature, options, request)
            let after = try side(new, of: feature, options, request)
            guard let left = try? JSONDocument(parsing: before.bytes, limits: .console),
                let right = try? JSONDocument(parsing: after.bytes, limits: .console)
            else { return nil }
            let changes = JSONDiff(from: left.root, to: right.root, by: .writing).changes
            return ComparedSides(
                before: before, after: after, changes: changes, differences: Differences(changes, from: left, to: right)
            )
        } catch is MissingSide {
            return nil
        }
    }

    /// Returns the differences of the revisions that clients get before and after a release.
    func differences(
        _ changes: [RevisionChange], of feature: Feature, _ request: SignedInRequest
    ) throws -> ReleaseDifferences {
        var result = ReleaseDifferences()
        for (place, change) in changes.prefix(ReleaseDifferences.mostLinked).enumerated() {
            let (old, new) = (ComparisonPoint.revision(change.old), ComparisonPoint.revision(change.new))
            let compared =
                place < ReleaseDifferences.mostListed
                ? try differences(from: old, to: new, of: feature, on: nil, request) : nil
            result.pairs.append(
                ReleaseDifferences.Pair(
                    title: Texts["comparisons.differences-between", ["old": change.old, "new": change.new]],
                    href: Paths.comparison(of: feature.name, old, new), differences: compared?.differences))
        }
        result.hint = changes.isEmpty ? nil : Texts["releases.differences-hint"]
        let left = changes.count - result.pairs.count
        result.more = left > 0 ? Texts["common.more-not-listed", ["count": left]] : nil
        return result
    }

    private func revision(
        _ number: Int, of feature: Feature, _ request: SignedInRequest, at place: String? = nil,
        for share: RolloutPercent = .everyone
    ) throws -> ComparisonSide {
        guard let revision = try stores.revisions.revision(of: feature.name, number: number) else {
            throw MissingSide(sentence: Texts["comparisons.no-revision", ["feature": feature.name, "number": number]])
        }
        return ComparisonSide(
            feature: feature, source: .revision(feature: feature.name, number: number), bytes: revision.bytes,
            title: Self.title(number, at: place, for: share),
            href: Paths.revision(of: feature.name, number),
            saved: (revision.author.name, request.clock.when(revision.createdAt)))
    }

    /// Returns the title of a revision: for a live one, where clients get it and, unless all of them do, their share.
    private static func title(_ number: Int, at place: String?, for share: RolloutPercent) -> String {
        guard let place else { return Texts["common.revision-number", ["number": number]] }
        return share.isEveryone
            ? Texts["comparisons.at-revision", ["place": place, "number": number]]
            : Texts["comparisons.at-revision-part", ["place": place, "number": number, "percent": share]]
    }

    private func live(
        _ release: Release?, _ title: String, of feature: Feature, _ options: PreviewOptions,
        _ request: SignedInRequest
    ) throws -> ComparisonSide {
        guard let item = release?.items.first(where: { $0.feature == feature.name }), !item.answering.isEmpty else {
            throw MissingSide(
                sentence: Texts["comparisons.nothing-was-live", ["place": title, "feature": feature.name]])
        }
        return try live(item, title, of: feature, options, request)
    }

    private func live(
        _ item: ReleaseItem, _ title: String, of feature: Feature, _ options: PreviewOptions,
        _ request: SignedInRequest
    ) throws -> ComparisonSide {
        let platform = options.platform ?? item.answering.first?.platform ?? ""
        let platformTitle = try stores.releases.platforms().title(of: platform)
        guard !item.switchedOff.contains(platform) else {
            throw MissingSide(
                sentence: Texts[
                    "comparisons.switched-off",
                    ["place": title, "feature": feature.name, "platform": platformTitle]])
        }
        let version = options.clientVersion.flatMap { try? ClientVersion($0) }
        let table = RuleTable(item.answering, platform: platform)
        let versions = version.map { [$0] } ?? LiveTable(rules: table.rules).breakpoints.reversed()
        let answers = versions.lazy.map { table.answers(at: $0) }.first { !$0.isEmpty } ?? []
        guard let rule = answers.max(by: { $0.buckets.count < $1.buckets.count })?.rule else {
            throw MissingSide(sentence: Texts["comparisons.no-rule", ["place": title, "feature": feature.name]])
        }
        let tenths = answers.filter { $0.rule.revision == rule.revision }.map(\.share.tenths).reduce(0, +)
        return try revision(
            rule.revision, of: feature, request,
            at: Texts[
                "comparisons.on-platform-from", ["place": title, "platform": platformTitle, "from": rule.from.text]],
            for: RolloutPercent(tenths: tenths))
    }
}
