import Foundation
import HTTPTypes
import MicroHTTP
import Preview
import Publishing
import QRCode

/// Creates and shows links that open a preview on a phone without a session, for a limited time.
struct PreviewLinkHandlers: Sendable {
    let subjects: PreviewSubjects
    let stores: Stores
    let links: PreviewLinks
    let pages: PageRenderer
    let errors: ErrorPages
    /// The address at which phones reach the console.
    let baseURL: String

    /// Creates a link to the preview of a revision or of an unsaved text, and redirects to the page that shows the
    /// link.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let subject = try subjects.subject(of: request) else { return try errors.notFound(request) }
        return try make(of: subject, options: PreviewOptions(query: request.form.dictionary), request)
    }

    /// Creates and records a link, and redirects to the page that shows it. The link is valid for a day if the field
    /// `validity` names no other lifetime. The page's URL contains the link's signature, so that opening the page again
    /// creates no other link.
    func make(of subject: PreviewSubject, options: PreviewOptions, _ request: SignedInRequest) throws -> Response {
        let validity = LinkValidity(rawValue: request.field("validity")) ?? .day
        let end = Date(timeIntervalSince1970: (request.clock.now + validity.seconds).timeIntervalSince1970.rounded())
        let link = try stores.links.addPreview(
            of: subject.feature.name, revision: subject.revision, until: end, by: request.account.actor)
        let address = links.address(of: subject.source, options: options, until: end, link: link)
        let baseFields = subject.baseFields.map { "&\($0.name)=\($0.value)" }.joined()
        return .seeOther(
            "\(subject.path)/link\(Self.query(of: address))&validity=\(validity.rawValue)\(baseFields)")
    }

    /// Shows the form that creates a link. If the page's URL contains the valid signature of a link that was not
    /// withdrawn, also shows the address and the QR code of that link.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let subject = try subjects.subject(of: request) else { return try errors.notFound(request) }
        let query = request.request.query
        let options = PreviewOptions(query: query.dictionary)
        let validity = query["validity"].flatMap(LinkValidity.init) ?? .day
        let controls = PreviewControls(
            options, platforms: try stores.releases.platforms(), document: PreviewControls.Traits(),
            matrixAction: "", linkAction: "")
        return try pages.render(
            PreviewLinkPage(
                chrome: request.chrome(PreviewLinkWords.title, .features), place: PreviewPlace(subject),
                action: subject.path + "/links",
                kept: PreviewPlace.kept(subject, options, beside: []),
                validities: LinkValidity.allCases.map {
                    Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == validity)
                },
                summary: [controls.screen, controls.language, controls.client].joined(separator: " · "),
                made: try made(subject, options, validity, request),
                unsavedCaution: subject.revision == nil ? PreviewLinkWords.unsavedCaution : nil,
                isUnreachable: Self.isHere(baseURL)))
    }

    /// Returns the link whose number, end and signature are in the page's URL; nil if they are missing, invalid or
    /// expired, or if the link was withdrawn.
    private func made(
        _ subject: PreviewSubject, _ options: PreviewOptions, _ validity: LinkValidity, _ request: SignedInRequest
    ) throws -> PreviewLinkPage.Made? {
        let preview = Request(.get, subject.source.path + Self.query(of: request.request.target))
        guard let link = links.link(of: preview), let moment = preview.query["expires"].flatMap({ Int(asked: $0) }),
            links.refusal(of: preview, now: request.clock.now) == nil,
            try stores.links.preview(event: link)?.state != .withdrawn
        else { return nil }
        let end = Date(timeIntervalSince1970: Double(moment))
        let path = links.address(of: subject.source, options: options, until: end, link: link)
        let address = (baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL) + path
        return PreviewLinkPage.Made(
            address: address, end: end.formatted(.iso8601),
            endWords: PreviewLinkWords.end(TimeLabel(end, now: request.clock.now).exact, validity),
            code: QRCode(address).map(CodeView.init))
    }

    /// Returns the query of an address, with its question mark.
    private static func query(of address: String) -> Substring { address.drop { $0 != "?" } }

    /// Returns true if the host of an address is the local machine, so that no other device can open the address.
    private static func isHere(_ address: String) -> Bool {
        let host = URL(string: address)?.host() ?? ""
        return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }
}
