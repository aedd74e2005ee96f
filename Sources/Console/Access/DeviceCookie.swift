import Foundation
import MicroHTTP
import Publishing

/// The cookie that proves that an account has signed in with a browser before. It also lets a text be read that is sent
/// when the session has ended.
struct DeviceCookie: Sendable {
    /// Seconds for which a device is known after a sign-in: 90 days.
    private static let validity = 90 * 86_400

    private let signing: Signing
    private let cookie: ConsoleCookie

    init(signing: Signing, baseURL: String) {
        self.signing = signing
        cookie = ConsoleCookie("galley-device", baseURL: baseURL)
    }

    /// The device that a request comes from; nil when nobody signed in with it lately.
    func device(of request: Request, now: Date) -> KnownDevice? {
        guard let parts = cookie.value(in: request)?.split(separator: ".").map(String.init), parts.count == 4,
            let account = Int(parts[0]), let end = Int(parts[1]), now.timeIntervalSince1970 < Double(end),
            signing.accepts(parts[3], for: "device", parts.prefix(3).joined(separator: "."))
        else { return nil }
        return KnownDevice(account: account, id: parts[2])
    }

    /// Makes the browser known to an account; `id` is its new name.
    func set(account: Int, id: String, now: Date, on response: inout Response) {
        let text = "\(account).\(Int(now.timeIntervalSince1970) + Self.validity).\(id)"
        cookie.set("\(text).\(signing.code(for: "device", text))", seconds: Self.validity, on: &response)
    }
}
