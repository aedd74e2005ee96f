import Foundation
import MicroHTTP
import Preview
import Publishing
import QRCode

/// Links that open a preview on a phone without a session, for a limited time.
struct PreviewLinkHandlers: Sendable {
    let subjects: PreviewSubjects
    let drafts: Drafts
    let pages: PageRenderer
    let errors: ErrorPages
    /// The console's address as phones reach it.
    let baseURL: String

    /// Shows the link of a revision or of an unsaved text as an address and a QR code.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let subject = try subjects.subject(of: request) else { return try errors.notFound(request) }
        let query = request.request.query
        let options = PreviewOptions(query: query.dictionary)
        let validity = query["validity"].flatMap(LinkValidity.init) ?? .day
        let end = Date(timeIntervalSince1970: (request.clock.now + validity.seconds).timeIntervalSince1970.rounded())
        let link = try drafts.stores.audit.recordLink(
            to: subject.feature.name, revision: subject.revision, until: end, by: request.account.actor)
        let path = drafts.links.address(of: subject.source, options: options, until: end, link: link)
        let address = (baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL) + path
        let controls = PreviewControls(
            options, platforms: try drafts.stores.releases.platforms(), document: PreviewControls.Traits(),
            matrixAction: "", linkAction: "")
        return try pages.render(
            PreviewLinkPage(
                chrome: request.chrome(PreviewLinkWords.title, .features), place: PreviewPlace(subject),
                action: subject.path + "/link",
                kept: PreviewPlace.kept(subject, options, beside: []),
                validities: LinkValidity.allCases.map {
                    Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == validity)
                },
                summary: [controls.screen, controls.language, controls.client].joined(separator: " · "),
                address: address, end: end.formatted(.iso8601),
                endWords: PreviewLinkWords.end(When(end, now: end).exact, validity),
                code: QRCode(address).map(CodeView.init),
                caution: subject.revision == nil ? PreviewLinkWords.held : nil,
                elsewhere: Self.isHere(baseURL) ? PreviewLinkWords.loopback : nil))
    }

    /// Returns true if an address always leads to the machine that opens it.
    private static func isHere(_ address: String) -> Bool {
        let host = URL(string: address)?.host() ?? ""
        return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }
}
