import HTTPTypes
import MicroHTTP

/// The reason why an address shows no preview, with the page shown instead.
enum PreviewEnd: CaseIterable {
    /// The address has expired.
    case over
    /// The address was not signed by this installation.
    case altered
    /// The subject of the address does not exist or is no longer kept.
    case gone
    /// Too many previews wait to be drawn.
    case busy

    /// Returns the page; the nonce allows its style.
    func page(nonce: String) -> (response: Response, policy: String) {
        let html = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
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
        case .over: "This link has ended"
        case .altered: "This link is not right"
        case .gone: "There is nothing here any more"
        case .busy: "Too much at once"
        }
    }

    private var advice: String {
        switch self {
        case .over: "Links to previews open for a while only. Ask for a new one where this one came from."
        case .altered: "A part of the address is missing or was changed. Copy the whole address again."
        case .busy: "More previews are waiting than can be drawn soon. Wait a few seconds and reload the page."
        case .gone: "The text was not saved, and newer ones took its place. Check it again in the console."
        }
    }
}
