import Foundation
import MicroHTTP
import Preview

/// What a preview shows.
enum PreviewSource: Sendable, Hashable {
    case revision(feature: String, number: Int)
    /// A text that is not saved, by its key in `UnsavedTexts`.
    case text(String)
    /// An example of an entity, in a schema release.
    case example(schemaRelease: Int, entity: String, name: String)
    /// An example as a template draws it that is not saved, by its key in `UnsavedTexts`.
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

/// Signed addresses of previews. Inside the frame no request carries the session, so the address itself is the right to
/// look, for a while; it can change nothing that is stored.
///
/// The signature covers the path, the end, the saved data that fill the document, and the word under which what it is
/// filled with is held: nothing else of the installation can be reached with it. How the preview is shown (device, language, client …) whoever has the address may choose.
struct PreviewLinks: Sendable {
    /// How long a frame's address opens its preview, in seconds; the end is rounded up so that addresses repeat.
    private static let validity = 3_600.0
    private static let rounding = 600.0

    let signing: Signing

    /// The word under which what a session's frame of a preview is filled with is held.
    func word(for source: PreviewSource, session: String) -> String {
        signing.code(for: "shown", "\(session)\n\(source.path)")
    }

    /// The address of a preview for a frame of ours; with a word, what it is filled with is held under it.
    func address(of source: PreviewSource, options: PreviewOptions, now: Date, shown: String? = nil) -> String {
        let end = Int(((now.timeIntervalSince1970 + Self.validity) / Self.rounding).rounded(.up) * Self.rounding)
        return address(path: source.path, end: end, options: options, shown: shown)
    }

    /// The address of a preview for another device, which opens it until a moment (in whole seconds). Of other features
    /// it shows what they were when the link was made: before the event of the audit trail that is its number.
    func address(of source: PreviewSource, options: PreviewOptions, until end: Date, link: Int) -> String {
        address(path: source.path, end: Int(end.timeIntervalSince1970), options: options, link: link)
    }

    /// The number of the link that a request's address is; nil for a frame's address.
    func link(of request: Request) -> Int? { request.query["link"].flatMap { Int($0) } }

    /// The addresses that the page itself may use: where its forms post, and itself.
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

    /// Why a request's address opens nothing; nil where it was made here and has not run out.
    func end(of request: Request, now: Date) -> PreviewEnd? {
        guard let end = request.query["expires"].flatMap({ Int(asked: $0) }), let signature = request.query["signature"]
        else {
            return .altered
        }
        let options = PreviewOptions(query: request.query.dictionary)
        let right = Self.right(request.path, end: end, options, request.query["shown"], link(of: request))
        guard signing.accepts(signature, for: "preview", right) else { return .altered }
        return now.timeIntervalSince1970 < Double(end) ? nil : .over
    }

    private func address(path: String, end: Int, options: PreviewOptions, shown: String? = nil, link: Int? = nil)
        -> String
    {
        let number = link.map { "&link=\($0)" } ?? ""
        let word = shown.map { "&shown=\(PercentCoding.encode($0))" } ?? ""
        let items = options.queryItems.map { "&\($0.name)=\(PercentCoding.encode($0.value))" }.joined()
        let signature = signing.code(for: "preview", Self.right(path, end: end, options, shown, link))
        return "\(path)?expires=\(end)&signature=\(signature)\(number)\(word)\(items)"
    }

    /// What the signature covers.
    private static func right(_ path: String, end: Int, _ options: PreviewOptions, _ shown: String?, _ link: Int?)
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
