import Foundation
import HTTPTypes
import MicroHTTP
import Preview
import Publishing
import Testing

@testable import Console

@Suite("Limits of request bodies by sender") struct AdmissionTests {
    private static let signing = Signing(
        key: SharedKey { Array("a key of thirty-two bytes or more".utf8) })

    private func limit(_ console: TestConsole, _ target: String, cookies: String = "") -> Int {
        console.console.bodyLimit(
            for: Request(.post, target, headers: cookies.isEmpty ? [:] : [.cookie: cookies]))
    }

    @Test func `without a session, token or signature, bodies are read only to sign in or out or set the theme`() throws
    {
        let console = try TestConsole()
        let open: Set = ["/sessions", "/sessions/end", "/theme"]
        for (method, pattern) in console.console.routes where method == .post {
            let target = pattern.replacing(/:\w+/, with: "99")
            let forged = "galley-session=nobody; galley-device=1.1900000000.x.y"
            for cookies in ["", forged] {
                let limit = limit(console, target, cookies: cookies)
                #expect(limit == (open.contains(pattern) ? 16 << 10 : 0), "\(pattern)")
            }
        }
    }

    @Test func `with a session bodies are read up to the limit of the route, until the session ends`() throws {
        let console = try TestConsole()
        _ = try console.get("/features", as: "ana")
        let cookies = "galley-session=session-of-ana"
        #expect(limit(console, "/features/a/checks", cookies: cookies) == 13 << 20)
        #expect(limit(console, "/features", cookies: cookies) == 64 << 10)
        try console.stores.accounts.signOut(token: "session-of-ana")
        #expect(limit(console, "/features/a/checks", cookies: cookies) == 0)
    }

    @Test func `with a device cookie bodies are read for 90 days after signing in`() throws {
        let console = try TestConsole()
        let response = try console.post("/sessions", [("name", "ana"), ("password", TestConsole.password)])
        let cookie = try #require(
            response.headers[values: .setCookie].first { $0.hasPrefix("galley-device=") }?.split(separator: ";").first)
        #expect(limit(console, "/features/a/checks", cookies: String(cookie)) == 13 << 20)
        #expect(limit(console, "/sessions", cookies: String(cookie)) == 13 << 20)

        let device = DeviceCookie(signing: Self.signing, baseURL: "http://127.0.0.1:8080")
        let request = Request(.get, "/", headers: [.cookie: String(cookie)])
        #expect(device.device(of: request, now: TestConsole.now.addingTimeInterval(89 * 86_400)) != nil)
        #expect(device.device(of: request, now: TestConsole.now.addingTimeInterval(91 * 86_400)) == nil)
    }

    @Test func `bodies to a preview are read up to 64 KiB if its address is signed`() throws {
        let console = try TestConsole()
        let address = PreviewLinks(signing: Self.signing).address(
            of: .revision(feature: "home.offers", number: 1), options: .init(),
            until: TestConsole.now.addingTimeInterval(60), link: 1)
        #expect(limit(console, address) == 64 << 10)
        #expect(limit(console, address.replacing("home.offers", with: "home.other")) == 0)
    }
}
