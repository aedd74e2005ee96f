import HTTPTypes
import MicroHTTP

/// The reason why an address shows no preview, and the page that is shown instead.
enum UnavailablePreview: CaseIterable {
    /// The address has expired.
    case expired
    /// The address has no valid signature of this installation.
    case altered
    /// The unsaved text or template is no longer stored, or the example or the schemas do not exist.
    case gone
    /// The feature or its revision does not exist.
    case missing
    /// No document can be assembled for the chosen client version.
    case refused
    /// The link was withdrawn.
    case withdrawn
    /// Too many previews wait to be drawn.
    case busy

    /// Returns the page and its security policy, which allows the style with the nonce.
    func page(nonce: String) -> (response: Response, policy: String) {
        let html = """
            <!DOCTYPE html>
            <html lang="\(Texts.current.language)" dir="\(Texts.current.direction)"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1"><title>\(heading)</title>
            <style nonce="\(nonce)">
            :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
            body { display: grid; place-items: center; min-block-size: 90vh; margin: 0; padding: 1.5rem }
            main { max-inline-size: 22rem; text-align: center }
            h1 { font-size: 1.25rem; margin: 0 0 .5rem }
            p { margin: 0; color: light-dark(#57534e, #a8a29e) }
            </style></head>
            <body><main><h1>\(heading)</h1><p>\(advice)</p></main></body></html>
            """
        var response = Response.html(html, status: self == .busy ? .serviceUnavailable : .gone)
        if self == .busy { response.headers[.retryAfter] = "3" }
        return (
            response,
            "sandbox; default-src 'none'; style-src 'nonce-\(nonce)'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'self'"
        )
    }

    private var heading: String {
        switch self {
        case .expired: Texts["preview.this-link-has-expired"]
        case .altered: Texts["preview.this-link-is-invalid"]
        case .gone, .missing: Texts["preview.this-preview-is-no-longer-available"]
        case .refused: Texts["preview.no-edition"]
        case .withdrawn: Texts["links.withdrawn-heading"]
        case .busy: Texts["common.too-busy"]
        }
    }

    private var advice: String {
        switch self {
        case .expired: Texts["preview.preview-links-work-for-a-limited"]
        case .altered: Texts["preview.part-of-the-address-is-missing"]
        case .withdrawn: Texts["links.ask-for-a-new-link"]
        case .busy: Texts["preview.too-many-previews-are-waiting-wait"]
        case .refused: Texts["preview.no-edition-advice"]
        case .gone: Texts["preview.no-longer-stored"]
        case .missing: Texts["preview.no-such-revision"]
        }
    }
}
