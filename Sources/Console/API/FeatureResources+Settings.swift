import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// The settings of a feature: owner, tags, cache times, name, clones, archive.
extension FeatureResources {
    /// `PUT /api/v1/features/:feature/labels`: sets the owner, the tags or both; a value that the body lacks is not
    /// changed.
    @Sendable func label(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewLabels", in: description)
        let tags = body["tags"].map { FeatureLabels.tags(in: $0.elements.compactMap(\.string).joined(separator: ",")) }
        let outcome = try stores.features.label(apiRequest.segment("feature"), by: apiRequest.actor) { labels in
            if let owner = body["owner"]?.string { labels.owner = owner.trimmingSpaces() }
            if let tags { labels.tags = tags }
        }
        switch outcome {
        case .changed, .unchanged: return try summary(apiRequest.segment("feature"))
        case .noSuchFeature: throw APIProblem.noFeature(apiRequest.segment("feature"))
        case .ownerTooLong: throw APIProblem.invalidLabel("owner", SettingsWords.ownerTooLong)
        case .tagTooLong(let tag): throw APIProblem.invalidLabel("tags", SettingsWords.tagTooLong(tag))
        case .tooManyTags: throw APIProblem.invalidLabel("tags", SettingsWords.tooManyTags)
        case .invisibleCharacters: throw APIProblem.invalidLabel(nil, SettingsWords.invisibleCharacters)
        }
    }

    /// `PUT /api/v1/features/:feature/cache-times`: sets the times in seconds for which caches may keep the feature's
    /// editions; a time that the body lacks is not changed.
    @Sendable func cache(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewCacheTimes", in: description)
        let name = apiRequest.segment("feature")
        let outcome = try stores.releases.changeCacheTimes(of: name, by: apiRequest.actor) { present in
            CacheTime(
                fresh: body["fresh"]?.integer ?? present.fresh,
                staleWhileRevalidate: body["staleWhileRevalidate"]?.integer ?? present.staleWhileRevalidate,
                staleIfError: body["staleIfError"]?.integer ?? present.staleIfError)
        }
        switch outcome {
        case .changed(let feature, _), .unchanged(let feature): return try summary(feature.name)
        case .noSuchFeature: throw APIProblem.noFeature(name)
        case .outOfRange: throw APIProblem.invalidCacheTimes
        case .refused(let problems): throw APIProblem.refused(problems)
        }
    }

    /// `POST /api/v1/features/:feature/renames`: renames a feature. For a grace period of `graceDays` days, the old
    /// name still works, in the console and for apps.
    @Sendable func rename(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewName", in: description)
        let name = apiRequest.segment("feature")
        let rename = RenameRequest(
            feature: name, name: body["name"]?.string ?? "",
            graceDays: body["graceDays"]?.integer ?? RenameRequest.usualGraceDays)
        // The warnings are determined before the renaming, because they are looked up by the old name.
        let warnings = try stores.references.warnings(of: rename)
        switch try stores.releases.rename(rename, by: apiRequest.actor) {
        case .renamed(let feature, _): return try summary(feature.name, warnings: warnings)
        case .unchanged(let feature): return try summary(feature.name, warnings: [])
        case .noSuchFeature: throw APIProblem.noFeature(name)
        case .invalidName: throw APIProblem.invalidName()
        case .invalidGrace: throw APIProblem.invalidLabel("graceDays", SettingsWords.invalidGrace)
        case .taken(let feature): throw try nameTaken(rename.name, by: feature)
        case .refused(let problems): throw APIProblem.refused(problems)
        }
    }

    /// `POST /api/v1/features/:feature/clones`: creates a feature with a copy of one revision, by default the newest.
    @Sendable func clone(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewClone", in: description)
        let (name, revision) = (apiRequest.segment("feature"), body["revision"]?.integer)
        let new = body["name"]?.string ?? ""
        switch try stores.features.clone(name, as: new, revision: revision, by: apiRequest.actor) {
        case .cloned(let feature, _):
            var response = try summary(feature.name, status: .created)
            response.headers[.location] = "\(Routes.api)/features/\(feature.name)"
            return response
        case .noSuchFeature: throw APIProblem.noFeature(name)
        case .noSuchRevision: throw APIProblem.noRevision("\(revision ?? 0)", of: name)
        case .invalidName: throw APIProblem.invalidName()
        case .taken(let feature): throw try nameTaken(new, by: feature)
        }
    }

    /// Returns the problem of a name that another feature has, as its present name or as a former name in its grace
    /// period.
    func nameTaken(_ name: String, by feature: Feature) throws -> APIProblem {
        let detail = try FeatureNameWords.taken(name, by: feature, in: stores.features)
        return APIProblem(.conflict, "feature-exists", title: Texts["api.feature-exists"], detail: detail)
    }

    /// `POST /api/v1/features/:feature/archives`: archives a feature; 409 if the feature is live or has scheduled
    /// releases or open rollouts.
    @Sendable func archive(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let reason = try apiRequest.body(as: "NewArchive", in: description)["reason"]?.string ?? ""
        let name = apiRequest.segment("feature")
        return try answer(try stores.features.archive(name, reason: reason, by: apiRequest.actor), of: name)
    }

    /// `POST /api/v1/features/:feature/restorations`: restores an archived feature.
    @Sendable func restore(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let name = apiRequest.segment("feature")
        return try answer(try stores.features.restore(name, by: apiRequest.actor), of: name)
    }

    private func answer(_ outcome: ArchiveOutcome, of name: String) throws -> Response {
        switch outcome {
        case .done, .unchanged: return try summary(name)
        case .noSuchFeature: throw APIProblem.noFeature(name)
        case .live(let platforms):
            throw APIProblem(
                .conflict, "feature-live", title: Texts["feature-settings.not-archived"],
                detail: SettingsWords.live(on: platforms))
        case .scheduled(let schedules):
            throw APIProblem(
                .conflict, "feature-scheduled", title: Texts["feature-settings.not-archived"],
                detail: SettingsWords.scheduled(schedules))
        case .rollingOut(let rollouts):
            throw APIProblem(
                .conflict, "feature-rolling-out", title: Texts["feature-settings.not-archived"],
                detail: SettingsWords.rollingOut(rollouts))
        case .reasonTooLong:
            throw APIProblem.invalidLabel(
                "reason",
                Texts["feature-settings.reason-too-long", ["limit": FeatureArchive.maximumReasonLength]])
        }
    }

    private func summary(
        _ name: String, status: HTTPResponse.Status = .ok, warnings: [ReleaseProblem]? = nil
    ) throws -> Response {
        guard let summary = try stores.features.summary(of: name) else { throw APIProblem.noFeature(name) }
        return try .answer(FeatureAnswer(summary, warnings: warnings), status: status)
    }
}

extension APIProblem {
    /// Returns the problem of a name that `FeatureName.rule` forbids, in a parameter or body member.
    static func invalidName(_ parameter: String = "name") -> APIProblem {
        APIProblem(
            .unprocessableContent, "invalid-name", title: Texts["api.invalid-name"], detail: FeatureName.rule,
            parameter: parameter)
    }

    fileprivate static var invalidCacheTimes: APIProblem {
        APIProblem(
            .unprocessableContent, "invalid-cache-times", title: Texts["api.invalid-parameter"],
            detail: SettingsWords.cacheTimesOutOfRange)
    }

    fileprivate static func invalidLabel(_ name: String?, _ detail: String) -> APIProblem {
        APIProblem(
            .unprocessableContent, "invalid-label", title: Texts["api.invalid-parameter"], detail: detail,
            parameter: name)
    }
}
