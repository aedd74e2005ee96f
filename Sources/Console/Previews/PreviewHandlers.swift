import Foundation
import HTTPTypes
import JSONText
import Logging
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Serves the documents in preview frames. Their requests carry no session, and the documents have a security policy of
/// their own. A request changes no stored data, but the opening of a link is recorded in the audit trail.
struct PreviewHandlers: Sendable {
    let stores: Stores
    let catalogue: Catalogue
    let texts: UnsavedTexts
    let checked: CheckedTexts
    let shown: ShownFillings
    let links: PreviewLinks
    let logger: Logger
    let now: @Sendable () -> Date
    let token: @Sendable () -> String
    let heavyWork: FairWorkQueue

    /// Returns the maximum length of a request's body: `limit` if the address has a valid signature and has not
    /// expired, otherwise 0.
    @Sendable func admits(_ request: Request, limit: Int) -> Int {
        links.refusal(of: request.parsedAsForm, now: now()) == nil ? limit : 0
    }

    /// Shows a saved revision, or a step of its form.
    @Sendable func showRevision(_ request: Request) throws -> Response {
        if let refusal = try refusal(of: request) { return refused(refusal) }
        let number = request.parameters["number"].flatMap { Int(asked: $0) } ?? 0
        // A link shows the feature that it was created for, even if another feature has that name now.
        let name = try shared(request)?.feature ?? request.parameters["feature"] ?? ""
        guard let feature = try stores.features.feature(named: name),
            let revision = try stores.revisions.revision(of: feature.name, number: number)
        else { return refused(.missing) }
        noteOpening(request, of: feature.name)
        return try heavily(request, of: .subject(feature.name)) {
            try page(request, revision.bytes, kind: feature.kind, feature: feature.name, revision: number)
        }
    }

    /// Shows an unsaved text.
    @Sendable func showText(_ request: Request) throws -> Response {
        if let refusal = try refusal(of: request) { return refused(refusal) }
        guard let entry = texts.entry(request.parameters["key"] ?? "") else { return refused(.gone) }
        // The page around a frame asks before each post of the frame if the text is still stored.
        if request.method == .head { return Self.framed(.html(""), policy: "sandbox", caching: "no-store") }
        // The feature may have another name than when the text was typed.
        let feature = try entry.featureID.flatMap { try stores.features.name(of: $0) }
        if let feature { noteOpening(request, of: feature) }
        return try heavily(request, of: entry.owner.map { .account($0) } ?? .subject(entry.kind)) {
            try page(request, entry.bytes, kind: entry.kind, feature: feature)
        }
    }

    /// Shows an example, drawn with the schemas of its schema release.
    @Sendable func showExample(_ request: Request) throws -> Response {
        if let refusal = links.refusal(of: request, now: now()) { return refused(refusal) }
        return try example(request) { _ in nil }
    }

    /// Shows an example in a schema release, drawn with an unsaved template.
    @Sendable func showTrial(_ request: Request) throws -> Response {
        if let refusal = links.refusal(of: request, now: now()) { return refused(refusal) }
        guard let template = texts.entry(request.parameters["template"] ?? "") else { return refused(.gone) }
        return try example(request) { entity in
            TrialTemplate(entity: entity.id, text: String(decoding: template.bytes, as: UTF8.self))
        }
    }

    /// Shows an example. The caller has checked the signature of the address.
    private func example(_ request: Request, trying trial: (Entity) -> TrialTemplate?) throws -> Response {
        guard let release = request.parameters["release"].flatMap({ Int(asked: $0) }),
            let repository = try stores.schemaReleases.repository(of: release),
            let entity = repository.entity(request.parameters["entity"] ?? ""),
            let example = entity.examples.first(where: { $0.name == request.parameters["example"] })
        else { return refused(.gone) }
        return try heavily(request, of: .subject(entity.id)) {
            try page(request, example.bytes, kind: entity.id, in: repository, trying: trial(entity))
        }
    }

    /// Draws a preview when its turn comes in the queue of heavy work, or returns the page about too many waiting
    /// previews. The queue takes turns among owners. The request has no session, so the owner is the account that typed
    /// the unsaved text or, if no account is known, what the preview shows, such as the feature.
    private func heavily(
        _ request: Request, of owner: FairWorkQueue.Owner, _ draw: () throws -> Response
    ) rethrows -> Response {
        let page = try heavyWork.run(of: owner, size: request.body.count) {
            request.isAbandoned() ? nil : try draw()
        }
        return page.flatMap(\.self) ?? refused(.busy)
    }

    private func page(
        _ request: Request, _ bytes: [UInt8], kind: String, feature: String?, revision: Int? = nil
    ) throws -> Response {
        guard let repository = try catalogue.current()?.repository else { return refused(.gone) }
        return try page(request, bytes, kind: kind, feature: feature, revision: revision, in: repository)
    }

    private func page(
        _ request: Request, _ bytes: [UInt8], kind: String, feature: String? = nil, revision: Int? = nil,
        in repository: SchemaRepository, trying trial: TrialTemplate? = nil
    ) throws -> Response {
        let query = request.query.dictionary
        let options =
            request.method == .post
            ? PreviewOptions(
                query: query, form: request.form.items.map { PreviewOptions.Field(name: $0.name, value: $0.value) })
            : PreviewOptions(query: query)
        let work = WorkBudget(isAbandoned: request.isAbandoned)
        // An example in the catalogue may be of any schema, also of one that is not a document kind, such as a button.
        let kind = repository.entity(kind).map(DocumentKind.init) ?? repository.kind(named: kind)
        var document = checked.document(bytes, kind: kind, in: repository, work: work)
        let edition = try PreviewEdition(
            of: document, feature: feature, revision: revision, options: options, stores: stores,
            repository: repository, work: work)
        if let edition {
            guard let bytes = edition.bytes else { return refused(.refused) }
            document = checked.document(bytes, kind: kind, in: repository, work: work)
        }
        var drawn = options
        drawn.showsEdition = edition != nil
        let page = try catalogue.renderer(for: repository, trying: trial).page(
            for: document, options: drawn,
            nonce: token(),
            frame: links.frameURLs(for: request, options: options),
            sources: PreviewSources(
                stores: stores, repository: repository, feature: feature, now: now(),
                event: links.link(of: request), logger: logger, work: work), work: work)
        if let key = request.query["shown"], let filling = page.filling { shown.keep(filling, as: key) }
        // The page is cached only for the browser's “Back”, which can then restore what was typed. Without a cached
        // page, the browser would show an error, because it cannot repeat the post.
        return Self.framed(.html(page.html), policy: page.contentSecurityPolicy, caching: "private, max-age=0")
    }

    /// Returns the reason why an address is refused: its signature, its expiry, or the withdrawal of its link; nil if
    /// it is valid.
    private func refusal(of request: Request) throws -> UnavailablePreview? {
        if let refusal = links.refusal(of: request, now: now()) { return refusal }
        return try shared(request)?.state == .withdrawn ? .withdrawn : nil
    }

    /// Returns the registered link that an address belongs to; nil for addresses within the console.
    private func shared(_ request: Request) throws -> SharedLink? {
        try links.link(of: request).flatMap { try stores.links.preview(event: $0) }
    }

    /// Records that a link was opened, once for each network address up to a maximum number of addresses. Posts from
    /// the link's page are not recorded. If recording fails, the preview is shown nevertheless.
    private func noteOpening(_ request: Request, of feature: String) {
        guard request.method == .get, let link = links.link(of: request) else { return }
        do {
            try stores.audit.recordOpening(ofLink: link, to: feature, remoteAddress: request.remoteAddress)
        } catch {
            logger.error("the use of a link was not recorded", metadata: ["error": "\(error)"])
        }
    }

    /// Returns the page that is shown instead of a preview.
    private func refused(_ preview: UnavailablePreview) -> Response {
        let page = preview.page(nonce: token())
        return Self.framed(page.response, policy: page.policy, caching: "no-store")
    }

    /// Sets the headers of a frame's document. With the console's opener policy, browsers would refuse to open a
    /// sandboxed document in its own tab.
    static func framed(_ response: Response, policy: String, caching: String) -> Response {
        var response = response
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.crossOriginOpenerPolicy] = "unsafe-none"
        response.headers[.cacheControl] = caching
        return response
    }
}
