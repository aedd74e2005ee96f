import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Compares two texts of a feature, or of two features: revisions, live documents or unsaved texts.
struct ComparisonHandlers: Sendable {
    /// The maximum number of revisions in the form; the address may name older ones.
    private static let offeredRevisions = 50
    /// The maximum number of releases in the form; the address may name older ones.
    private static let offeredReleases = 20

    let stores: Stores
    let catalogue: Catalogue
    let checks: TextChecks
    let sides: ComparisonSides
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the comparison of the two texts in the query. By default, the first is the live document, or revision 1 if
    /// the feature was never published; the second is the newest revision.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let query = request.request.formQuery
        let options = Self.options(query)
        let platforms = try stores.releases.platforms()
        let other = query["other"]?.trimmingSpaces().nonEmpty
        let standard: ComparisonPoint = feature.liveRelease == nil ? .revision(1) : .live
        let before = Self.point(query, "a") ?? standard
        let after = Self.point(query, "b") ?? .newest
        var page = ComparisonPage(
            chrome: request.chrome(Texts["comparisons.compare-feature", ["feature": feature.name]], .features),
            feature: feature.name,
            featureHref: Paths.feature(feature.name), action: Paths.comparison(of: feature.name),
            before: try picker(before, of: feature, owner: feature.name, asked: query["a"], standard: standard),
            after: try picker(
                after, of: feature, owner: other ?? feature.name, asked: query["b"], standard: .newest),
            other: other ?? "",
            platforms: [Choice(value: "", label: PreviewWords.anyPlatform, isChosen: options.platform == nil)]
                + platforms.map {
                    Choice(value: $0.name, label: $0.title, isChosen: $0.name == options.platform)
                }, clientVersion: options.clientVersion ?? "", ignoresForm: query["ignore"] == "1")
        page.cut = page.after.isCut ? Texts["comparisons.newest-only", ["count": Self.offeredRevisions]] : nil
        page.problem =
            Self.problem(query, "a") ?? Self.problem(query, "b") ?? Self.problem(ofClientIn: options, platforms)
        guard page.problem == nil else { return try pages.render(page, status: .notFound) }
        do {
            page.result = try result(before, after, of: feature, other: other, options, page.ignoresForm, request)
        } catch let missing as MissingSide {
            if Self.chooses(query) { page.problem = missing.sentence } else { page.hint = try hint(for: feature) }
        }
        return try pages.render(page, status: page.problem == nil ? .ok : .notFound)
    }

    private func result(
        _ before: ComparisonPoint, _ after: ComparisonPoint, of feature: Feature, other: String?,
        _ options: PreviewOptions, _ ignoresForm: Bool, _ request: SignedInRequest
    ) throws -> ComparisonPage.Result {
        guard let second = try other.map({ try stores.features.feature(named: $0) }) ?? feature else {
            throw MissingSide(sentence: Texts["comparisons.no-feature", ["feature": other ?? ""]])
        }
        let old = try sides.side(before, of: feature, options, request)
        let new = try sides.side(after, of: second, options, request)
        let documents = (
            try? JSONDocument(parsing: old.bytes, limits: .console),
            try? JSONDocument(parsing: new.bytes, limits: .console)
        )
        var changes: [JSONChange] = []
        if let left = documents.0, let right = documents.1 {
            changes = JSONDiff(from: left.root, to: right.root, by: ignoresForm ? .meaning : .writing).changes
        }
        let marks = (changes.compactMap(\.oldPointer), changes.compactMap(\.newPointer))
        var back = "a=\(after.value)&b=\(before.value)"
        if ignoresForm { back += "&ignore=1" }
        return ComparisonPage.Result(
            left: sides.shown(old, marking: marks.0, options, request),
            right: sides.shown(new, marking: marks.1, options, request),
            differences: documents.0.flatMap { left in
                documents.1.map { Differences(changes, from: left, to: $0) }
            },
            text: TextComparison(
                from: Self.text(old.bytes, documents.0, ignoresForm),
                to: Self.text(new.bytes, documents.1, ignoresForm),
                caption: Texts["comparisons.two-texts", ["old": old.title, "new": new.title]]),
            marks: ComparisonSides.words(ofMarks: changes.count),
            otherFeatures: try showsOtherFeatures([old, new], request) ? PreviewWords.otherFeatures : nil,
            swapHref: other == nil
                ? options.address(Paths.comparison(of: feature.name), back)
                : options.address(
                    Paths.comparison(of: second.name), back + "&other=\(PercentCoding.encode(feature.name))"))
    }

    /// Returns true if the preview of one of the texts shows the documents of other features.
    private func showsOtherFeatures(_ compared: [ComparisonSide], _ request: SignedInRequest) throws -> Bool {
        guard let schemas = try catalogue.current() else { return false }
        return compared.contains { side in
            let checked = checks.check(side.bytes, kind: side.feature.kind, in: schemas, work: request.work)
            return PreviewPanels.containsFeatures(checked, in: schemas.repository)
        }
    }

    /// Returns the text to compare line by line: as written or, if differences of form are ignored and the text is
    /// JSON, as canonical JSON with line breaks.
    private static func text(_ bytes: [UInt8], _ document: JSONDocument?, _ ignoresForm: Bool) -> [UInt8] {
        guard ignoresForm, let document,
            let canonical = try? JSONDocument(parsing: JSONFormatter.canonical(document.root))
        else { return bytes }
        return JSONFormatter.pretty(canonical.root)
    }

    /// Returns true if the query chooses a text, a feature or a client. A missing text is then reported as an error;
    /// otherwise the page shows a hint.
    private static func chooses(_ query: QueryItems) -> Bool {
        ["a", "b", "other", "platform", "version"].contains { query[$0]?.trimmingSpaces().isEmpty == false }
    }

    /// Returns a sentence about what to do first if there is nothing to compare by default.
    private func hint(for feature: Feature) throws -> String {
        try stores.revisions.revisions(of: feature.name, limit: 1).isEmpty
            ? Texts["comparisons.save-first", ["feature": feature.name]]
            : Texts["comparisons.choose-texts", ["feature": feature.name]]
    }

    private static func point(_ query: QueryItems, _ name: String) -> ComparisonPoint? {
        let time = query["\(name)_time"] ?? ""
        return query[name] == "time" ? ComparisonPoint(time) : query[name].flatMap(ComparisonPoint.init)
    }

    /// Returns a sentence about a query parameter that does not name a text; nil if the parameter names one or is
    /// empty.
    private static func problem(_ query: QueryItems, _ name: String) -> String? {
        guard let asked = query[name]?.nonEmpty, point(query, name) == nil else { return nil }
        return asked == "time" ? Texts["schedules.enter-a-time"] : Texts["comparisons.no-text", ["text": asked]]
    }

    /// Returns the options in a query, with the platform and the client version as written even if they are invalid,
    /// because the page reports them instead of ignoring them.
    private static func options(_ query: QueryItems) -> PreviewOptions {
        var options = PreviewOptions(query: query.dictionary)
        options.platform = query["platform"]?.trimmingSpaces().nonEmpty
        options.clientVersion = (query["client_version"] ?? query["version"])?.trimmingSpaces().nonEmpty
        return options
    }

    /// Returns the sentence about a platform that does not exist or a client version that is not valid; nil if both are
    /// valid or not chosen.
    private static func problem(ofClientIn options: PreviewOptions, _ platforms: [Platform]) -> String? {
        if let platform = options.platform, !platforms.contains(where: { $0.name == platform }) {
            return Texts["comparisons.no-platform", ["platform": platform.excerpt()]]
        }
        guard let version = options.clientVersion, (try? ClientVersion(version)) == nil else { return nil }
        return PreviewWords.noVersion(version.excerpt())
    }

    /// Returns the fields that choose one of the two texts. The menu offers revisions and releases of `feature`, and
    /// also `chosen`, which may be a text of another feature, the `owner`. If `owner` does not have the chosen
    /// revision, `standard` is selected. If `asked`, the value in the query, is `time`, the choice `time` is selected
    /// even without a valid time.
    private func picker(
        _ chosen: ComparisonPoint, of feature: Feature, owner: String, asked: String?, standard: ComparisonPoint
    ) throws -> ComparisonPage.Picker {
        var points: [(value: String, label: String)] = [
            ("live", Texts["comparisons.live-now"]), ("newest", Texts["comparisons.newest-revision"]),
            ("time", Texts["comparisons.live-at-time"]),
        ]
        let newest = try ListPage(Self.offeredRevisions) {
            try stores.revisions.revisions(of: feature.name, limit: $0)
        }
        points += newest.rows.map { ("\($0.number)", $0.label) }
        points += try stores.releases.releases(of: feature.name, limit: Self.offeredReleases).map {
            ("release-\($0.number)", Texts["comparisons.after-release", ["number": $0.number]])
        }
        var value = chosen.value
        var time = ""
        if case .moment = chosen { (value, time) = ("time", FormTime.field(value)) }
        if asked == "time" { value = "time" }
        if !points.contains(where: { $0.value == value }) {
            if let label = try label(of: chosen, in: owner) {
                points.append((value, label))
            } else {
                value = standard.value
            }
        }
        return ComparisonPage.Picker(
            points: points.map { Choice(value: $0.value, label: $0.label, isChosen: $0.value == value) }, time: time,
            isCut: newest.isCut)
    }

    /// Returns the label of a text that is not in the menu yet; nil for a revision that the feature does not have, and
    /// for a text that every menu offers.
    private func label(of point: ComparisonPoint, in feature: String) throws -> String? {
        switch point {
        case .text: Texts["comparisons.your-unsaved-text"]
        case .release(let number): Texts["comparisons.after-release", ["number": number]]
        case .revision(let number):
            try stores.revisions.revision(of: feature, number: number).map { PreviewWords.revision($0.number) }
        case .live, .newest, .moment: nil
        }
    }
}
