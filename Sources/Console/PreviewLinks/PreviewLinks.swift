import Foundation
import MicroHTTP
import Preview

/// The document that a preview shows.
enum PreviewSource: Sendable, Hashable {
    case revision(feature: String, number: Int)
    /// An unsaved text, by its key in `UnsavedTexts`.
    case text(String)
    /// An example of an entity (one schema of the repository) in a schema release.
    case example(schemaRelease: Int, entity: String, name: String)
    /// An example drawn with an unsaved template; `template` is the key of the template in `UnsavedTexts`.
    case trial(template: String, schemaRelease: Int, entity: String, name: String)

    var path: String {
        switch self {
        case .revision(let feature, let number): "/previews/revisions/\(PercentCoding.encode(feature))/\(number)"
        case .text(let key): "/previews/texts/\(key)"
        case .example(let schemaRelease, let entity, let name):
            "/previews/examples/\(schemaRelease)/\(PercentCoding.encode(entity))/\(PercentCoding.encode(name))"
        case .trial(let template, let schemaRelease, let entity, let name):
            "/previews/trials/\(template)/\(schemaRelease)/\(PercentCoding.encode(entity))/\(PercentCoding.encode(name))"
        }
    }
}

/// Signed addresses of previews. Requests inside the frame carry no session, so the address itself grants access for a
/// limited time; it allows no change of stored data.
///
/// The signature covers the path, the expiry, the choice of the data that fills the document, the key of the current
/// data in `ShownFillings`, and the number of the link, so that nobody can change these in an address. Whoever has the
/// address may choose how the preview is shown (device, language, client …).
struct PreviewLinks: Sendable {
    /// The lifetime of a frame's address in seconds. The expiry is rounded up to a multiple of `rounding` seconds, so
    /// that addresses repeat and can be cached.
    private static let validity = 3_600.0
    private static let rounding = 600.0

    let signing: Signing

    /// Returns the key under which `ShownFillings` holds the data that fills a preview; every session has its own.
    func shownKey(for source: PreviewSource, session: String) -> String {
        signing.code(for: "shown", "\(session)\n\(source.path)")
    }

    /// Returns the address of a preview for a frame of the console; `shown` is the key under which `ShownFillings`
    /// holds the data that fills the preview.
    func address(of source: PreviewSource, options: PreviewOptions, now: Date, shown: String? = nil) -> String {
        let end = Int(((now.timeIntervalSince1970 + Self.validity) / Self.rounding).rounded(.up) * Self.rounding)
        return address(path: source.path, end: end, options: options, shown: shown)
    }

    /// Returns the address of a preview for another device, valid until `end` (in whole seconds). `link` is the number
    /// of the audit event that recorded the link; if the document contains other features, the preview shows their
    /// newest revisions before that event.
    func address(of source: PreviewSource, options: PreviewOptions, until end: Date, link: Int) -> String {
        address(path: source.path, end: Int(end.timeIntervalSince1970), options: options, link: link)
    }

    /// Returns the number of the link in a request's address; nil for a frame's address.
    func link(of request: Request) -> Int? { request.query["link"].flatMap { Int($0) } }

    /// Returns the addresses that the previewed page uses: the address to which its forms are posted, and the address
    /// of the page itself at the first step of a form.
    func frameURLs(for request: Request, options: PreviewOptions) -> FrameURLs {
        let end = request.query["expires"].flatMap { Int(asked: $0) } ?? 0
        let shown = request.query["shown"]
        let link = link(of: request)
        var first = options
        first.step = 1
        return FrameURLs(
            formAction: address(path: request.path, end: end, options: options, shown: shown, link: link),
            page: address(path: request.path, end: end, options: first, shown: shown, link: link))
    }

    /// Returns the reason why a request's address is refused; nil if it is valid.
    func refusal(of request: Request, now: Date) -> UnavailablePreview? {
        guard let end = request.query["expires"].flatMap({ Int(asked: $0) }), let signature = request.query["signature"]
        else {
            return .altered
        }
        let options = PreviewOptions(query: request.query.dictionary)
        let signed = Self.signedText(request.path, end: end, options, request.query["shown"], link(of: request))
        guard signing.accepts(signature, for: "preview", signed) else { return .altered }
        return now.timeIntervalSince1970 < Double(end) ? nil : .expired
    }

    private func address(path: String, end: Int, options: PreviewOptions, shown: String? = nil, link: Int? = nil)
        -> String
    {
        let number = link.map { "&link=\($0)" } ?? ""
        let shownItem = shown.map { "&shown=\(PercentCoding.encode($0))" } ?? ""
        let items = options.queryItems.map { "&\($0.name)=\(PercentCoding.encode($0.value))" }.joined()
        let signature = signing.code(for: "preview", Self.signedText(path, end: end, options, shown, link))
        return "\(path)?expires=\(end)&signature=\(signature)\(number)\(shownItem)\(items)"
    }

    /// Returns the text that the signature covers.
    private static func signedText(_ path: String, end: Int, _ options: PreviewOptions, _ shown: String?, _ link: Int?)
        -> String
    {
        let data =
            switch options.filling {
            case nil: ""
            case .test: "test"
            case .saved(let name): "saved \(name)"
            }
        return "\(path)\n\(end)\n\(data)" + (shown.map { "\n\($0)" } ?? "") + (link.map { "\nlink \($0)" } ?? "")
    }
}
