import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// Shows and changes the settings of a feature: owner, tags, cache times and name; clones, archives and restores it.
struct FeatureSettingsHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the settings.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let page = try page(request) else { return try errors.notFound(request) }
        return try pages.render(page)
    }

    /// Sets the owner and the tags.
    @Sendable func label(_ request: SignedInRequest) throws -> Response {
        guard var page = try page(request) else { return try errors.notFound(request) }
        (page.owner, page.tags) = (request.field("owner"), request.field("tags"))
        let labels = FeatureLabels(owner: page.owner, tags: FeatureLabels.tags(in: page.tags))
        switch try stores.features.label(page.feature, by: request.account.actor, { $0 = labels }) {
        case .changed: return done(request, page, NoticeCode.labelsChanged)
        case .unchanged: return done(request, page, NoticeCode.settingsUnchanged)
        case .noSuchFeature: return try errors.notFound(request)
        case .ownerTooLong: page.ownerProblem = SettingsWords.ownerTooLong
        case .tagTooLong(let tag): page.tagsProblem = SettingsWords.tagTooLong(tag)
        case .tooManyTags: page.tagsProblem = SettingsWords.tooManyTags
        case .invisibleCharacters(let text):
            if text == labels.owner {
                page.ownerProblem = SettingsWords.invisibleCharacters
            } else {
                page.tagsProblem = SettingsWords.invisibleCharacters
            }
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Sets the times for which caches may keep the feature's editions.
    @Sendable func cache(_ request: SignedInRequest) throws -> Response {
        guard var page = try page(request) else { return try errors.notFound(request) }
        page.cacheTimes = FeatureSettingsPage.CacheTimes(
            fresh: request.field("fresh"), staleWhileRevalidate: request.field("stale_while_revalidate"),
            staleIfError: request.field("stale_if_error"))
        let requested = page.cacheTimes.requested
        switch try stores.releases.changeCacheTimes(of: page.feature, by: request.account.actor, { _ in requested }) {
        case .changed: return done(request, page, NoticeCode.cacheTimeChanged)
        case .unchanged: return done(request, page, NoticeCode.settingsUnchanged)
        case .noSuchFeature: return try errors.notFound(request)
        case .outOfRange: page.cacheTimeProblem = SettingsWords.cacheTimesOutOfRange
        case .refused(let problems): page.cacheTimeProblem = problems.map(\.message).joined(separator: " ")
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Renames the feature and redirects to its new address.
    @Sendable func rename(_ request: SignedInRequest) throws -> Response {
        guard var page = try page(request) else { return try errors.notFound(request) }
        (page.name, page.graceDays) = (request.field("name"), request.field("grace_days"))
        // A missing or unreadable number becomes an invalid one, so that it is refused.
        let days = Int(asked: page.graceDays) ?? -1
        let rename = RenameRequest(feature: page.feature, name: page.name, graceDays: days)
        switch try stores.releases.rename(rename, by: request.account.actor) {
        case .renamed(let feature, _):
            return request.redirect(
                to: Paths.settings(of: feature.name), saying: NoticeCode.featureRenamed(graceDays: days))
        case .unchanged: return done(request, page, NoticeCode.settingsUnchanged)
        case .noSuchFeature: return try errors.notFound(request)
        case .invalidName: page.nameProblem = FeatureName.rule
        case .taken(let feature):
            page.nameProblem = try FeatureNameWords.taken(page.name, by: feature, in: stores.features)
        case .invalidGrace: page.graceProblem = SettingsWords.invalidGrace
        case .refused(let problems): page.nameProblem = problems.map(\.message).joined(separator: " ")
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Creates a feature with a copy of one revision, and redirects to the new feature.
    @Sendable func clone(_ request: SignedInRequest) throws -> Response {
        guard var page = try page(request) else { return try errors.notFound(request) }
        (page.clone, page.revision) = (request.field("name"), request.field("revision"))
        let revision = Int(asked: page.revision)
        guard page.revision.isEmpty || revision != nil else {
            page.cloneProblem = Texts["feature-settings.no-such-revision"]
            return try pages.render(page, status: .unprocessableContent)
        }
        switch try stores.features.clone(
            page.feature, as: page.clone, revision: revision, by: request.account.actor)
        {
        case .cloned(let feature, _):
            return request.redirect(to: Paths.feature(feature.name), saying: NoticeCode.featureCloned)
        case .noSuchFeature: return try errors.notFound(request)
        case .noSuchRevision: page.cloneProblem = Texts["feature-settings.no-such-revision"]
        case .invalidName: page.cloneProblem = FeatureName.rule
        case .taken(let feature):
            page.cloneProblem = try FeatureNameWords.taken(page.clone, by: feature, in: stores.features)
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Archives the feature.
    @Sendable func archive(_ request: SignedInRequest) throws -> Response {
        guard let page = try page(request) else { return try errors.notFound(request) }
        let outcome = try stores.features.archive(
            page.feature, reason: request.field("reason"), by: request.account.actor)
        return try answer(outcome, request, page, NoticeCode.featureArchived)
    }

    /// Restores the archived feature.
    @Sendable func restore(_ request: SignedInRequest) throws -> Response {
        guard let page = try page(request) else { return try errors.notFound(request) }
        let outcome = try stores.features.restore(page.feature, by: request.account.actor)
        return try answer(outcome, request, page, NoticeCode.featureRestored)
    }

    private func answer(
        _ outcome: ArchiveOutcome, _ request: SignedInRequest, _ page: FeatureSettingsPage, _ notice: String
    ) throws -> Response {
        switch outcome {
        case .done: return request.redirect(to: Paths.feature(page.feature), saying: notice)
        case .unchanged: return done(request, page, NoticeCode.settingsUnchanged)
        case .noSuchFeature: return try errors.notFound(request)
        case .live(let platforms): return try notArchived(request, page, SettingsWords.live(on: platforms), .conflict)
        case .scheduled(let schedules):
            return try notArchived(request, page, SettingsWords.scheduled(schedules), .conflict)
        case .rollingOut(let rollouts):
            return try notArchived(request, page, SettingsWords.rollingOut(rollouts), .conflict)
        case .reasonTooLong:
            let limit = FeatureArchive.maximumReasonLength
            return try notArchived(
                request, page, Texts["feature-settings.reason-too-long", ["limit": limit]], .unprocessableContent)
        }
    }

    /// Shows the settings again after archiving was refused, with the reason for the refusal.
    private func notArchived(
        _ request: SignedInRequest, _ page: FeatureSettingsPage, _ sentence: String, _ status: HTTPResponse.Status
    ) throws -> Response {
        var page = page
        (page.reason, page.reasonProblem) = (request.field("reason"), sentence)
        // If the feature is live, the page shows a sentence in place of the archive form. Only the form can show the
        // reason for the refusal.
        page.liveNotice = nil
        return try pages.render(page, status: status)
    }

    private func done(_ request: SignedInRequest, _ page: FeatureSettingsPage, _ notice: String) -> Response {
        request.redirect(to: Paths.settings(of: page.feature), saying: notice)
    }

    private func consequences(of summary: FeatureSummary) throws -> [String] {
        var sentences: [String] = []
        let present = summary.feature.name
        let found = try ListPage(ReferenceStore.maximumUses) {
            try stores.references.uses(of: present, limit: $0)
        }
        let uses = found.rows.filter { $0.feature != present }
        for name in Set(uses.map(\.name)).sorted() {
            let features = Words.list(Set(uses.filter { $0.name == name }.map(\.feature)).sorted())
            sentences.append(
                name == present
                    ? Texts["feature-settings.documents-use-name", ["features": features, "name": name]]
                    : Texts["feature-settings.documents-use-former-name", ["features": features, "name": name]])
        }
        if found.isCut {
            sentences.append(Texts["feature-settings.uses-cut", ["count": found.rows.count]])
        }
        if summary.answering.contains(where: { !$0.percent.isEveryone }) {
            sentences.append(Texts["feature-settings.rollout-reaches-others"])
        }
        return sentences
    }

    private func page(_ request: SignedInRequest) throws -> FeatureSettingsPage? {
        guard let summary = try stores.features.summary(of: request.parameter("feature")) else { return nil }
        let name = summary.feature.name
        var page = FeatureSettingsPage(
            chrome: request.chrome(Texts["feature-settings.title", ["feature": name]], .features), feature: name,
            featureHref: Paths.feature(name), labelsHref: Paths.labels(of: name),
            tagsHint: SettingsWords.tagsHint,
            cacheTimesHref: Paths.cacheTimes(of: name), renamesHref: Paths.renames(of: name),
            clonesHref: Paths.clones(of: name), archivesHref: Paths.archives(of: name),
            restorationsHref: Paths.restorations(of: name),
            maximumReason: FeatureArchive.maximumReasonLength)
        page.mayEdit = request.account.may(.edit)
        page.mayPublish = request.account.may(.publish)
        page.consequences = try consequences(of: summary)
        page.formerNames = try stores.features.formerNames(of: name).map {
            Texts[
                "feature-settings.former-name",
                ["name": $0.name, "date": $0.until.formatted(.iso8601.year().month().day())]]
        }
        page.hasFormerNames = !page.formerNames.isEmpty
        page.owner = summary.labels.owner
        page.tags = summary.labels.tags.joined(separator: " ")
        page.cacheTimes = FeatureSettingsPage.CacheTimes(summary.cacheTime)
        page.owners = try stores.features.labels().owners
        page.hasRevisions = summary.headRevision > 0
        page.revision = page.hasRevisions ? String(summary.headRevision) : ""
        let live = Set(summary.answering.map(\.platform))
        if !live.isEmpty {
            page.liveNotice = SettingsWords.live(on: try stores.releases.platforms().filter { live.contains($0.name) })
        }
        if let archive = summary.archive {
            page.isArchived = true
            page.archived = SettingsWords.archived(archive, clock: request.clock)
            page.archiveReason = archive.reason.nonEmpty
        }
        return page
    }
}

/// Sentences about the settings of features: owners, tags, cache times, grace periods and archives.
enum SettingsWords {
    static var ownerTooLong: String {
        Texts["feature-settings.owner-too-long", ["limit": FeatureLabels.maximumOwner]]
    }
    static var tooManyTags: String { Texts["feature-settings.too-many-tags", ["limit": FeatureLabels.maximumTags]] }
    static func tagTooLong(_ tag: String) -> String {
        Texts["feature-settings.tag-too-long", ["tag": tag, "limit": FeatureLabels.maximumTag]]
    }
    static var invisibleCharacters: String { Texts["feature-settings.invisible-characters"] }
    static var tagsHint: String { Texts["feature-settings.tags-hint", ["limit": FeatureLabels.maximumTags]] }

    static func live(on platforms: [Platform]) -> String {
        Texts["feature-settings.live-so-not-archived", ["platforms": Words.list(platforms.map(\.title))]]
    }

    static func scheduled(_ schedules: [Int]) -> String {
        Texts["feature-settings.scheduled-so-not-archived", ["schedules": Words.list(schedules.map { "\($0)" })]]
    }

    static func rollingOut(_ rollouts: [Int]) -> String {
        Texts["feature-settings.rolling-out-so-not-archived", ["rollouts": Words.list(rollouts.map { "\($0)" })]]
    }

    static var cacheTimesOutOfRange: String {
        let longest = CacheTime.longest
        return Texts[
            "feature-settings.cache-times-out-of-range",
            [
                "fresh": longest.fresh, "revalidating": longest.staleWhileRevalidate, "offline": longest.staleIfError,
            ]]
    }

    static var invalidGrace: String {
        Texts["feature-settings.invalid-grace", ["limit": RenameRequest.maximumGraceDays]]
    }

    static func archived(_ archive: FeatureArchive, clock: Clock) -> String {
        Texts[
            "feature-settings.archived-by",
            ["who": archive.author.name, "when": clock.when(archive.createdAt).relative]]
    }
}
