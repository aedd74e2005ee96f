import Foundation
import MicroHTTP
import Publishing

/// The cookie that proves that an account has signed in with this browser before (see `KnownDevice`). With it, a
/// browser may also send an unsaved text after its session has ended.
struct DeviceCookie: Sendable {
    /// The time in seconds that a device stays known after a sign-in: 90 days.
    private static let validity = 90 * 86_400

    private let signing: Signing
    private let cookie: ConsoleCookie

    init(signing: Signing, baseURL: String) {
        self.signing = signing
        cookie = ConsoleCookie("galley-device", baseURL: baseURL)
    }

    /// Returns the known device in a request's cookie; nil if the cookie is missing, forged or older than 90 days.
    func device(of request: Request, now: Date) -> KnownDevice? {
        guard let parts = cookie.value(in: request)?.split(separator: ".").map(String.init), parts.count == 4,
            let account = Int(parts[0]), let end = Int(parts[1]), now.timeIntervalSince1970 < Double(end),
            signing.accepts(parts[3], for: "device", parts.prefix(3).joined(separator: "."))
        else { return nil }
        return KnownDevice(account: account, id: parts[2])
    }

    /// Sets the cookie that marks the browser as a known device of an account; `id` identifies the device among those
    /// of the account.
    func set(account: Int, id: String, now: Date, on response: inout Response) {
        let text = "\(account).\(Int(now.timeIntervalSince1970) + Self.validity).\(id)"
        cookie.set("\(text).\(signing.code(for: "device", text))", seconds: Self.validity, on: &response)
    }
}
