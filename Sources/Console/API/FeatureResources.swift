import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// Features and their revisions in the management API.
struct FeatureResources: Sendable {
    let stores: Stores
    let description: APIDescription

    /// `GET /api/v1/features`: lists features with their live states.
    @Sendable func index(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let offset = try apiRequest.number("offset", in: 0...APILimits.numbers.upperBound) ?? 0
        let list = try stores.features.list(
            filter(apiRequest), by: try apiRequest.word("sort", FeatureOrder.self) ?? .name, offset: offset,
            limit: try apiRequest.listLimit())
        return try .answer(FeatureListAnswer(list, offset: offset))
    }

    /// `POST /api/v1/features`: creates a feature. 201 if it was created, 200 if a feature with this name and kind
    /// already exists, 409 if the feature with this name has another kind, or if the name is a former name that still
    /// works for another feature.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewFeature", in: description)
        let (feature, isNew) = try create(body["name"]?.string ?? "", kind: body["kind"]?.string ?? "", apiRequest)
        guard let summary = try stores.features.summary(of: feature.name) else {
            throw APIProblem.noFeature(feature.name)
        }
        var response = try Response.answer(FeatureAnswer(summary), status: isNew ? .created : .ok)
        response.headers[.location] = "\(Routes.api)/features/\(feature.name)"
        return response
    }

    /// `GET /api/v1/features/:feature`: shows a feature with its newest revisions, the documents that refer to it, and
    /// its former names.
    @Sendable func show(_ request: Request, by account: Account) throws -> Response {
        let name = APIRequest(request, by: account).segment("feature")
        guard let summary = try stores.features.summary(of: name) else { throw APIProblem.noFeature(name) }
        return try .answer(
            FeatureDetailAnswer(
                summary, revisions: try stores.revisions.revisions(of: name),
                uses: try stores.references.uses(of: name),
                formerNames: try stores.features.formerNames(of: name)))
    }

    /// `GET /api/v1/features/:feature/revisions`: lists revisions, newest first. The entity tag is the number of the
    /// newest revision in quotes, `"0"` if there is none.
    @Sendable func revisions(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let feature = try feature(apiRequest)
        let revisions = try stores.revisions.revisions(
            of: feature.name, before: try apiRequest.number("before", in: APILimits.numbers),
            limit: try apiRequest.listLimit())
        let head = try stores.features.summary(of: feature.name)?.headRevision ?? 0
        return tagged(try .answer(RevisionListAnswer(revisions, of: feature.name)), head)
    }

    /// `GET /api/v1/features/:feature/revisions/:number`: shows a revision with the diagnostics stored when it was
    /// saved, and warnings about its references according to the current schemas.
    @Sendable func revision(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let feature = try feature(apiRequest)
        return try detail(revision(apiRequest, of: feature), of: feature)
    }

    /// `GET /api/v1/features/:feature/revisions/:number/document`: sends the exact bytes that were saved.
    @Sendable func document(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let revision = try revision(apiRequest, of: feature(apiRequest))
        var response = Response.json(revision.bytes)
        // A revision may have syntax errors; its text is then not sent as JSON.
        if (try? JSONDocument(parsing: revision.bytes, limits: .console)) == nil {
            response.headers[.contentType] = "text/plain; charset=utf-8"
        }
        return response
    }

    /// `POST /api/v1/features/:feature/revisions`: saves the body as a revision, valid or not.
    ///
    /// `If-Match`, if present, has the number of the newest revision that the program knows (`"0"` if there was none),
    /// or `*` for any revision. 412 if another revision is the newest, or for `*`, if the feature has no revision. But
    /// if the newest revision follows the revision in `If-Match` and has the text in the body, as after a repeated
    /// request, the answer is 200. With `kind`, a missing feature is created; 409 if the feature has another kind.
    @Sendable func save(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let name = apiRequest.segment("feature")
        let present = try stores.features.feature(named: name)
        let kind = try apiRequest.text("kind")
        guard present != nil || kind != nil else { throw APIProblem.noFeature(name) }
        let (note, revisionName) = (try apiRequest.text("note") ?? "", try apiRequest.text("name") ?? "")
        let expected = try expected(request)
        if request.headers[.ifMatch]?.trimmingSpaces() == "*", try stores.revisions.head(of: name) == nil {
            throw APIProblem.nothingToMatch
        }
        if let present, let kind { try check(kind, of: present) }
        if present == nil {
            // These checks come before the feature is created, so that a refused revision creates no feature.
            if let expected, expected > 0 { throw APIProblem.headMoved(to: 0, from: expected) }
            guard RevisionStore.isNote(note) else { throw APIProblem.noteTooLong }
            guard RevisionStore.isName(revisionName) else { throw APIProblem.unusableRevisionName }
        }
        let feature = try present ?? create(name, kind: kind ?? "", apiRequest, parameter: "feature").0
        let outcome = try stores.revisions.save(
            feature: name, bytes: request.body, note: note, revisionName: revisionName, by: apiRequest.actor,
            expectedHead: expected)
        switch outcome {
        case .saved(let revision): return try detail(revision, of: feature, status: .created)
        case .unchanged(let revision): return try detail(revision, of: feature, unchanged: true)
        // For example, the request is repeated, and its first attempt saved this text after the expected revision.
        case .headMoved(let head?) where head.bytes == request.body && head.parent ?? 0 == expected:
            return try detail(head, of: feature, unchanged: true)
        case .headMoved(let head): throw APIProblem.headMoved(to: head?.number ?? 0, from: expected)
        case .noSuchFeature: throw APIProblem.noFeature(name)
        case .noteTooLong: throw APIProblem.noteTooLong
        case .invalidName: throw APIProblem.unusableRevisionName
        case .noSchemas: throw APIProblem.noSchemas
        }
    }

    /// `PUT /api/v1/features/:feature/revisions/:number/name`: sets a revision's name; an empty name removes it.
    @Sendable func name(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let name = try apiRequest.body(as: "NewRevisionName", in: description)["name"]?.string ?? ""
        let feature = try feature(apiRequest)
        let number = try revision(apiRequest, of: feature).number
        switch try stores.revisions.name(number, of: feature.name, as: name, by: apiRequest.actor) {
        case .named, .unchanged, .noSuchRevision: return try detail(revision(apiRequest, of: feature), of: feature)
        case .invalid:
            throw APIProblem(
                .unprocessableContent, "invalid-name", title: Texts["api.invalid-name"],
                detail: Texts["revisions.invalid-name", ["limit": RevisionStore.maximumNameLength]],
                parameter: "name")
        }
    }

    /// `GET /api/v1/features/:feature/resolution`: reports which edition a client gets now or at a time
    /// (`at`), and why.
    @Sendable func resolve(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let name = apiRequest.segment("feature")
        guard let platform = try apiRequest.text("platform") else { throw APIProblem.missing("platform") }
        guard let version = try apiRequest.text("client_version") else { throw APIProblem.missing("client_version") }
        let found = try stores.schedules.resolve(
            feature: name, platform: platform, clientVersion: try APIRequest.version(version, "client_version"),
            bucket: try apiRequest.number("bucket", in: 0...(RolloutBucket.count - 1)),
            at: try apiRequest.text("at").map { try APIRequest.time($0, "at") })
        switch found.resolution {
        case .edition(let edition, let rule, let because):
            let proof = try stores.clients.proof(of: edition, in: rule, feature: name)
            return try .answer(
                ResolutionAnswer(
                    edition, rule: rule, because: because, proof: proof.proof.word, clients: proof.refusals,
                    moment: found.moment))
        case .noConfig(let because): throw APIProblem.notFound("no-config-for-version", because)
        case .featureNotFound(let because): throw APIProblem.notFound("feature-not-found", because)
        case .switchedOff(_, let because):
            throw APIProblem(.gone, "switched-off", title: Texts["releases.switched-off"], detail: because)
        case .unknownPlatform(let because):
            throw APIProblem(
                .badRequest, "unknown-platform", title: Texts["api.invalid-parameter"], detail: because,
                parameter: "platform")
        }
    }

    private func filter(_ apiRequest: APIRequest) throws -> FeatureFilter {
        let search = try apiRequest.text("search") ?? ""
        guard search.count <= FeatureFilter.maximumSearch else {
            throw APIProblem.invalidParameter(
                "search", Texts["api.search-too-long", ["limit": FeatureFilter.maximumSearch]])
        }
        var filter = FeatureFilter(
            search: search, kind: nil, platform: nil, state: try apiRequest.word("state", LiveState.self),
            owner: try apiRequest.text("owner"), tag: try apiRequest.text("tag")?.lowercased())
        if let name = try apiRequest.text("kind") {
            let repository = try currentRepository()
            guard let kind = repository.kind(named: name) else { throw APIProblem.unknownKind(name, in: repository) }
            filter.kind = kind.id
        }
        if let name = try apiRequest.text("platform") {
            let platforms = try stores.releases.platforms().map(\.name)
            guard platforms.contains(name) else {
                throw APIProblem.invalidParameter(
                    "platform",
                    Texts["api.no-such-platform", ["platform": name, "platforms": platforms.joined(separator: ", ")]])
            }
            filter.platform = name
        }
        return filter
    }

    /// Returns the feature with a name and a kind; creates it if there is none. `parameter` is the parameter or body
    /// member with the name.
    private func create(
        _ name: String, kind: String, _ apiRequest: APIRequest, parameter: String = "name"
    ) throws -> (Feature, isNew: Bool) {
        let repository = try currentRepository()
        switch try stores.features.create(name: name, kind: kind, by: apiRequest.actor) {
        case .created(let feature): return (feature, true)
        // A former name in its grace period is refused: the program wants a new feature, not the renamed one.
        case .taken(let feature) where feature.name != name: throw try nameTaken(name, by: feature)
        case .taken(let feature) where feature.kind == repository.kind(named: kind)?.id: return (feature, false)
        case .taken(let feature): throw APIProblem.otherKind(of: feature)
        case .invalidName: throw APIProblem.invalidName(parameter)
        case .unknownKind: throw APIProblem.unknownKind(kind, in: repository)
        }
    }

    /// Throws a problem unless `kind`, an `$id` or a name, means the feature's document kind.
    private func check(_ kind: String, of feature: Feature) throws {
        guard kind != feature.kind else { return }
        let repository = try currentRepository()
        guard let meant = repository.kind(named: kind) else { throw APIProblem.unknownKind(kind, in: repository) }
        guard meant.id == feature.kind else { throw APIProblem.otherKind(of: feature) }
    }

    private func currentRepository() throws -> SchemaRepository {
        guard let repository = try stores.schemaReleases.currentRepository()?.repository else {
            throw APIProblem.noSchemas
        }
        return repository
    }

    private func feature(_ apiRequest: APIRequest) throws -> Feature {
        let name = apiRequest.segment("feature")
        guard let feature = try stores.features.feature(named: name) else { throw APIProblem.noFeature(name) }
        return feature
    }

    private func revision(_ apiRequest: APIRequest, of feature: Feature) throws -> Revision {
        let text = apiRequest.segment("number")
        guard
            let revision = try Int(asked: text).flatMap({
                try stores.revisions.revision(of: feature.name, number: $0)
            })
        else { throw APIProblem.noRevision(text, of: feature.name) }
        return revision
    }

    /// Returns the revision number in `If-Match`; nil if the field is missing or `*`. Throws a problem for an empty or
    /// malformed field.
    private func expected(_ request: Request) throws -> Int? {
        guard let field = request.headers[.ifMatch]?.trimmingSpaces(), field != "*" else { return nil }
        guard !field.isEmpty else { throw APIProblem.emptyField("If-Match") }
        guard let match = field.wholeMatch(of: /"(\d{1,12})"/), let number = Int(asked: match.1) else {
            throw APIProblem.invalidParameter("If-Match", Texts["api.tag-expected"])
        }
        return number
    }

    private func detail(
        _ revision: Revision, of feature: Feature, unchanged: Bool? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let diagnostics = try stores.references.diagnostics(of: revision, kind: feature.kind)
        var response = try Response.answer(
            RevisionDetailAnswer(revision, diagnostics: diagnostics, unchanged: unchanged), status: status)
        response.headers[.location] =
            status == .created ? "\(Routes.api)/features/\(feature.name)/revisions/\(revision.number)" : nil
        return tagged(response, revision.number)
    }

    private func tagged(_ response: Response, _ revision: Int) -> Response {
        var response = response
        response.headers[.eTag] = "\"\(revision)\""
        return response
    }
}

extension APIRequest {
    /// Returns the feature whose present or former name is the query parameter `feature`; nil without this parameter.
    /// Throws a problem for an unknown feature.
    func feature(in features: FeatureStore) throws -> Feature? {
        guard let name = try text("feature") else { return nil }
        guard let feature = try features.feature(named: name) else { throw APIProblem.noFeature(name) }
        return feature
    }

    /// Returns a query parameter as a case of an enumeration; nil if it is missing. Throws a problem with the allowed
    /// words for any other word.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _ words: Word.Type) throws -> Word? {
        guard let text = try text(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw APIProblem.invalidParameter(name, Texts["api.word-expected", ["name": name, "words": all]])
        }
        return word
    }
}

extension APIProblem {
    /// The problem of a save that expects another newest revision than the present one; `current` is 0 for none.
    fileprivate static func headMoved(to current: Int, from expected: Int?) -> APIProblem {
        let (title, detail) =
            current == 0
            ? (Texts["api.no-revision-yet"], Texts["api.no-revision-to-match", ["expected": expected ?? 0]])
            : (Texts["api.newer-revision"], Texts["api.head-moved", ["current": current, "expected": expected ?? 0]])
        var problem = APIProblem(.preconditionFailed, "stale", title: title, detail: detail, parameter: "If-Match")
        (problem.expected, problem.current) = (expected, current)
        return problem
    }

    /// The problem of a save with `If-Match: *` to a feature without revisions.
    fileprivate static var nothingToMatch: APIProblem {
        APIProblem(
            .preconditionFailed, "stale", title: Texts["api.no-revision-yet"], detail: Texts["api.nothing-to-match"],
            parameter: "If-Match")
    }

    fileprivate static var noteTooLong: APIProblem {
        invalidParameter("note", Texts["api.note-too-long", ["limit": RevisionStore.maximumNoteLength]])
    }

    /// The problem of a query parameter `name` that cannot be a revision's name.
    fileprivate static var unusableRevisionName: APIProblem {
        invalidParameter("name", Texts["revisions.invalid-name", ["limit": RevisionStore.maximumNameLength]])
    }

    /// The problem of a request with another document kind than the existing feature's.
    fileprivate static func otherKind(of feature: Feature) -> APIProblem {
        APIProblem(
            .conflict, "feature-exists", title: Texts["api.feature-exists"],
            detail: Texts["api.feature-holds", ["feature": feature.name, "kind": feature.kind]])
    }

    /// The problem of a parameter that the query lacks.
    static func missing(_ name: String) -> APIProblem {
        APIProblem(
            .badRequest, "missing-parameter", title: Texts["api.invalid-parameter"],
            detail: Texts["api.missing-parameter", ["name": name]], parameter: name)
    }
}
