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

    var path: String {
        switch self {
        case .revision(let feature, let number): "/previews/revisions/\(PercentCoding.encode(feature))/\(number)"
        case .text(let key): "/previews/texts/\(key)"
        case .example(let schemaRelease, let entity, let name):
            "/previews/examples/\(schemaRelease)/\(PercentCoding.encode(entity))/\(PercentCoding.encode(name))"
        }
    }
}

/// Signed addresses of previews. Inside the frame no request carries the session, so the address itself is the right to
/// look, for a while; it can change nothing.
struct PreviewLinks: Sendable {
    /// How long an address opens its preview, in seconds; the end is rounded up so that addresses repeat.
    private static let validity = 3_600.0
    private static let rounding = 600.0

    let signing: Signing

    /// The address of a preview.
    func address(of source: PreviewSource, options: PreviewOptions, now: Date) -> String {
        let end = Int(((now.timeIntervalSince1970 + Self.validity) / Self.rounding).rounded(.up) * Self.rounding)
        return address(path: source.path, end: end, options: options)
    }

    /// The addresses that the page itself may use: where its forms post, and itself.
    func frameURLs(for request: Request, options: PreviewOptions) -> FrameURLs {
        let end = request.query["expires"].flatMap { Int($0) } ?? 0
        var first = options
        first.step = 1
        return FrameURLs(
            formAction: address(path: request.path, end: end, options: options),
            page: address(path: request.path, end: end, options: first))
    }

    /// Whether a request's address was made here and has not run out.
    func accepts(_ request: Request, now: Date) -> Bool {
        guard let end = request.query["expires"].flatMap({ Int($0) }), let signature = request.query["signature"],
            now.timeIntervalSince1970 < Double(end)
        else { return false }
        return signing.accepts(signature, for: "preview", "\(request.path)\n\(end)")
    }

    private func address(path: String, end: Int, options: PreviewOptions) -> String {
        let items = options.queryItems.map { "&\($0.name)=\(PercentCoding.encode($0.value))" }.joined()
        return "\(path)?expires=\(end)&signature=\(signing.code(for: "preview", "\(path)\n\(end)"))\(items)"
    }
}
