import HTTPTypes
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Sessions, CSRF tokens and permissions of routes", .englishTexts) struct AccessTests {
    @Test func `a page that requires a session redirects to the sign-in page, which returns to it afterwards`() throws {
        let console = try TestConsole()

        let response = try console.get("/features/home.offers?platform=ios")

        #expect(response.status == .seeOther)
        #expect(response.location == "/sessions/new?return=%2Ffeatures%2Fhome.offers%3Fplatform%3Dios")
    }

    @Test func `signing in sets an HttpOnly session cookie`() throws {
        let console = try TestConsole()

        let response = try console.post(
            "/sessions", [("name", "Ana"), ("password", TestConsole.password), ("return", "/new-feature")])

        #expect(response.status == .seeOther)
        #expect(response.location == "/new-feature")
        #expect(response.headers[values: .setCookie].first == "galley-session=token-1; Path=/; HttpOnly; SameSite=Lax")
    }

    @Test func `with https the session cookie is Secure and has the prefix __Host-`() throws {
        let console = try TestConsole(baseURL: "https://galley.example")

        let response = try console.post("/sessions", [("name", "ana"), ("password", TestConsole.password)])

        #expect(
            response.headers[values: .setCookie].first
                == "__Host-galley-session=token-1; Path=/; HttpOnly; SameSite=Lax; Secure")
    }

    @Test(arguments: [
        "https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)",
    ])
    func `signing in does not redirect to another site`(path: String) throws {
        let console = try TestConsole()

        let response = try console.post(
            "/sessions", [("name", "ana"), ("password", TestConsole.password), ("return", path)])

        #expect(response.location == "/")
    }

    @Test func `a wrong password and an unknown name get the same answer`() throws {
        let console = try TestConsole()

        let wrong = try console.post("/sessions", [("name", "ana"), ("password", "not it at all")])
        let unknown = try console.post("/sessions", [("name", "nobody"), ("password", "not it at all")])

        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.text.contains("Wrong name or password"))
        #expect(wrong.text.replacing("value=\"ana\"", with: "value=\"nobody\"") == unknown.text)
    }

    @Test func `after too many failed sign-ins the answer is 429 with Retry-After`() throws {
        let console = try TestConsole()

        let responses = try (0..<12).map { _ in
            try console.post("/sessions", [("name", "ana"), ("password", "not it at all")])
        }

        #expect(responses.last?.status == .tooManyRequests)
        #expect(responses.last?.headers[.retryAfter] != nil)
    }

    @Test func `the first wait after failed sign-ins is shown as one second`() throws {
        let console = try TestConsole()

        let first = try #require(
            try (0..<12).lazy.map { _ in
                try console.post("/sessions", [("name", "ana"), ("password", "not it at all")])
            }.first { $0.status == .tooManyRequests })

        #expect(first.headers[.retryAfter] == "1")
        #expect(first.text.contains("Try again in 1 second."))
    }

    @Test(arguments: [(1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (61, "2 minutes"), (900, "15 minutes")])
    func `a wait is shown in seconds, and from one minute on in minutes`(seconds: Int, words: String) {
        #expect(Words.waitingTime(seconds: seconds) == words)
    }

    @Test func `signing in again in the same browser ends the earlier session`() throws {
        let console = try TestConsole()
        #expect(try console.get("/features", as: "ana").status == .ok)

        let wrong = try console.post("/sessions", as: "ana", [("name", "rui"), ("password", "not it at all")])
        let kept = try console.get("/features", as: "ana")
        let right = try console.post("/sessions", as: "ana", [("name", "rui"), ("password", TestConsole.password)])

        #expect(wrong.status == .unprocessableContent)
        #expect(kept.status == .ok)
        #expect(right.status == .seeOther)
        #expect(try console.get("/features", as: "ana").status == .seeOther)
    }

    @Test func `a notice cookie that is forged, or belongs to another account or page, shows no notice`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.feature("home.news", SampleTexts.screen)
        let save = { (text: String, parent: String) in
            try console.post(
                "/features/home.offers/revisions", as: "ana", [("text", text), ("parent", parent)])
        }
        let sentence = "Revision 2 saved."

        let saved = try save(SampleTexts.other, "1")
        #expect(saved.location == "/features/home.offers/editor")
        #expect(saved.headers[.setCookie]?.contains("; Max-Age=60; Path=/; HttpOnly; SameSite=Lax") == true)
        #expect(try !console.get("/features/home.news/editor", as: "ana").text.contains(sentence))
        #expect(try !console.get("/features/home.offers", as: "ana").text.contains(sentence))
        let cookie = try #require(saved.headers[.setCookie]?.split(separator: ";").first).description
        for (name, forged) in [
            ("mira", cookie), ("ana", cookie.replacing("saved.2", with: "saved.7")),
            ("ana", "galley-notice=released.2"),
        ] {
            let token = "galley-session=session-of-\(name)"
            _ = try console.get("/features", as: name)
            let page = try console.console.respond(
                to: Request(.get, "/features/home.offers/editor", headers: [.cookie: "\(token); \(forged)"]))
            #expect(page.status == .ok)
            #expect(!page.text.contains(#"role="status"><svg"#))
        }
        #expect(try !console.get("/sessions/new?notice=signed-out").text.contains("Signed out."))
    }

    @Test func `a notice is shown once, and reloading the page does not repeat it`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        _ = try console.post(
            "/features/home.offers/revisions", as: "ana", [("text", SampleTexts.other), ("parent", "1")])

        let first = try console.get("/features/home.offers/editor", as: "ana")
        let again = try console.get("/features/home.offers/editor", as: "ana")

        #expect(first.text.contains("Revision 2 saved."))
        #expect(again.status == .ok)
        #expect(!again.text.contains("Revision 2 saved."))
    }

    @Test func `signing out ends the session`() throws {
        let console = try TestConsole()
        #expect(try console.get("/features", as: "ana").status == .ok)

        let response = try console.post("/sessions/end", as: "ana")

        #expect(response.headers[.setCookie]?.contains("Max-Age=0") == true)
        #expect(try console.get(response.location ?? "", as: "ana").text.contains("Signed out."))
        #expect(try console.get("/features", as: "ana").status == .seeOther)
    }

    @Test func `a form without the session's CSRF token is refused`() throws {
        let console = try TestConsole()
        let fields = [("name", "home.offers"), ("kind", "/screens/Screen")]

        #expect(try console.post("/features", as: "ana", fields, csrf: "").status == .forbidden)
        #expect(try console.post("/features", as: "ana", fields, csrf: console.csrf(of: "rui")).status == .forbidden)
        #expect(try console.stores.features.feature(named: "home.offers") == nil)
        #expect(try console.post("/features", as: "ana", fields).status == .seeOther)
    }

    @Test func `a form is refused if Sec-Fetch-Site or Origin shows that it comes from another origin`() throws {
        let console = try TestConsole()
        let site = HTTPField.Name.constant("Sec-Fetch-Site")
        let fields = [("name", "home.offers"), ("kind", "/screens/Screen")]

        for headers: HTTPFields in [
            [site: "cross-site"], [site: "same-site"], [.origin: "https://elsewhere.example"], [.origin: "null"],
        ] {
            #expect(try console.post("/features", as: "ana", fields, headers: headers).status == .forbidden)
        }
        let own: HTTPFields = [site: "same-origin", .origin: "http://127.0.0.1:8080"]
        #expect(try console.post("/features", as: "ana", fields, headers: own).status == .seeOther)
    }

    /// The permission that each route requires; nil if it requires none. A new route must be added here.
    static let table: [String: Permission?] = [
        "GET /": .view, "GET /sessions/new": nil, "POST /sessions": nil, "POST /sessions/end": nil, "POST /theme": nil,
        "GET /features": .view, "GET /new-feature": .edit, "POST /features": .edit, "GET /features/:feature": .view,
        "GET /features/:feature/editor": .view, "POST /features/:feature/checks": .view,
        "GET /features/:feature/revisions": .view, "POST /features/:feature/revisions": .edit,
        "POST /features/:feature/merges": .edit, "GET /features/:feature/comparison": .view,
        "POST /features/:feature/texts/comparisons": .view,
        "GET /features/:feature/revisions/:number": .view, "GET /features/:feature/releases/new": .publish,
        "GET /features/:feature/revisions/:number/matrix": .view,
        "GET /features/:feature/revisions/:number/link": .view, "POST /features/:feature/texts/matrices": .view,
        "POST /features/:feature/texts/links": .view, "GET /features/:feature/texts/:text/matrix": .view,
        "GET /features/:feature/texts/:text/link": .view, "POST /features/:feature/texts/:text/links": .view,
        "POST /features/:feature/revisions/:number/links": .view,
        "GET /features/:feature/fillings": .view, "POST /features/:feature/fillings": .edit,
        "GET /features/:feature/fillings/:filling": .view, "POST /features/:feature/releases": .publish,
        "GET /features/:feature/rollbacks/new": .publish,
        "POST /features/:feature/rollbacks": .publish, "GET /features/:feature/switch-offs/new": .publish,
        "POST /features/:feature/switch-offs": .publish, "GET /releases": .view, "GET /schemas": .view,
        "GET /schemas/entity/template": .view, "POST /schemas/entity/templates": .manageSchemas,
        "POST /schemas/entity/template-withdrawals": .manageSchemas,
        "GET /previews/trials/:template/:release/:entity/:example": nil,
        "POST /previews/trials/:template/:release/:entity/:example": nil,
        "GET /schemas/entity": .view, "GET /accounts": .manageAccounts, "GET /audit": .readAudit,
        "POST /accounts": .manageAccounts,
        "POST /accounts/:account/roles": .manageAccounts,
        "POST /accounts/:account/passwords": .manageAccounts, "GET /previews/revisions/:feature/:number": nil,
        "POST /previews/revisions/:feature/:number": nil, "GET /previews/texts/:key": nil,
        "POST /previews/texts/:key": nil, "GET /previews/examples/:release/:entity/:example": nil,
        "POST /previews/examples/:release/:entity/:example": nil, "GET /assets/*path": nil,
        "GET /editor-assets/*path": nil, "GET /healthz": nil,
        "GET /readyz": nil, "GET /favicon.ico": nil,
        "GET /features/:feature/removals/new": .publish, "POST /features/:feature/removals": .publish,
        "GET /features/:feature/switch-ons/new": .publish, "POST /features/:feature/switch-ons": .publish,
        "GET /accounts/:account": .manageAccounts, "POST /accounts/:account/disablements": .manageAccounts,
        "POST /accounts/:account/enablements": .manageAccounts,
        "POST /accounts/:account/sessions/end": .manageAccounts,
        "POST /accounts/:account/sessions/:session/end": .manageAccounts, "GET /account": .view,
        "POST /account/passwords": .view, "POST /account/sessions/end": .view,
        "POST /account/sessions/:session/end": .view, "GET /clients": .view, "POST /clients": .manageSchemas,
        "GET /clients/template": .view, "GET /clients/:platform/:version": .view,
        "POST /clients/:platform/:version/withdrawals": .manageSchemas,
        "GET /features/:feature/presence": .view, "GET /features/:feature/working-copy": .edit,
        "POST /features/:feature/working-copy/discards": .edit, "GET /search": .view, "GET /audit/export": .readAudit,
        "GET /features/:feature/settings": .view, "POST /features/:feature/labels": .edit,
        "POST /features/:feature/clones": .edit, "POST /features/:feature/archives": .edit,
        "POST /features/:feature/restorations": .edit, "POST /features/:feature/renames": .publish,
        "POST /features/:feature/cache-times": .publish,
        "GET /reviews": .view, "GET /rollbacks/new": .publish, "POST /rollbacks": .publish,
        "GET /rollouts": .view, "POST /rollouts/:rollout/pauses": .publish,
        "POST /rollouts/:rollout/continuations": .publish, "POST /rollouts/:rollout/approvals": .publish,
        "POST /rollouts/:rollout/failures": .edit, "POST /rollouts/:rollout/stops": .publish,
        "GET /rollouts/:rollout/stops/new": .publish,
        "POST /rollout-plans": .publish, "POST /rollout-plans/withdrawals": .publish, "GET /schedules": .view,
        "POST /schedules/:schedule/cancellations": .publish,
        "POST /schedules/:schedule/retries": .publish,
        "GET /features/:feature/links": .view, "POST /features/:feature/devices": .view,
        "POST /features/:feature/links/:link/withdrawals": .view, "GET /system": .view,
        "GET /webhooks": .manageAccounts, "POST /webhooks": .manageAccounts,
        "POST /webhooks/:webhook/removals": .manageAccounts,
        "POST /webhooks/deliveries/:delivery/repeats": .manageAccounts,
        "POST /policies": .managePolicies,
        "GET /features/:feature/revisions/:number/review": .view,
        "POST /features/:feature/revisions/:number/reviews": .edit,
        "POST /features/:feature/revisions/:number/review-withdrawals": .edit,
        "POST /features/:feature/revisions/:number/approvals": .review,
        "POST /features/:feature/revisions/:number/comments": .view,
        "POST /features/:feature/policies": .managePolicies,
        "POST /features/:feature/revisions/:number/names": .edit,
        "GET /schemas/releases": .view, "POST /schemas/releases": .manageSchemas,
        "GET /schemas/releases/:number": .view, "POST /schemas/releases/:number/adoptions": .manageSchemas,
        "POST /schemas/releases/:number/impacts": .manageSchemas,
        "POST /schemas/releases/:number/confirmations": .view,
        "POST /schemas/releases/:number/approvals": .review,
        "POST /schemas/releases/:number/approval-withdrawals": .review,
        "POST /accounts/:account/teams": .manageAccounts,
        // Routes of the management API. They need no session; all except `openapi.json` require an API token.
        "POST /api/v1/schema-releases": nil, "PUT /api/v1/schemas/*path": nil, "DELETE /api/v1/schemas/*path": nil,
        "GET /api/v1/openapi.json": nil, "POST /api/v1/validate": nil, "GET /api/v1/features": nil,
        "POST /api/v1/features": nil, "GET /api/v1/features/:feature": nil,
        "PUT /api/v1/features/:feature/labels": nil, "POST /api/v1/features/:feature/clones": nil,
        "POST /api/v1/features/:feature/archives": nil, "POST /api/v1/features/:feature/restorations": nil,
        "POST /api/v1/features/:feature/renames": nil, "PUT /api/v1/features/:feature/cache-times": nil,
        "GET /api/v1/features/:feature/revisions": nil, "POST /api/v1/features/:feature/revisions": nil,
        "GET /api/v1/features/:feature/revisions/:number": nil,
        "GET /api/v1/features/:feature/revisions/:number/document": nil,
        "GET /api/v1/reviews": nil, "PUT /api/v1/features/:feature/revisions/:number/name": nil,
        "GET /api/v1/features/:feature/revisions/:number/review": nil,
        "POST /api/v1/features/:feature/revisions/:number/reviews": nil,
        "POST /api/v1/features/:feature/revisions/:number/review-withdrawals": nil,
        "POST /api/v1/features/:feature/revisions/:number/approvals": nil,
        "POST /api/v1/features/:feature/revisions/:number/comments": nil,
        "GET /api/v1/features/:feature/resolution": nil, "GET /api/v1/releases": nil, "POST /api/v1/releases": nil,
        "GET /api/v1/releases/:number": nil, "POST /api/v1/rollbacks": nil, "POST /api/v1/removals": nil,
        "POST /api/v1/switch-offs": nil, "POST /api/v1/switch-ons": nil,
        "PUT /api/v1/clients/:platform/:version": nil, "GET /api/v1/rollouts": nil, "POST /api/v1/rollouts": nil,
        "GET /api/v1/rollouts/:rollout": nil,
        "POST /api/v1/rollouts/:rollout/pauses": nil, "POST /api/v1/rollouts/:rollout/continuations": nil,
        "POST /api/v1/rollouts/:rollout/approvals": nil, "POST /api/v1/rollouts/:rollout/failures": nil,
        "POST /api/v1/rollouts/:rollout/stops": nil, "GET /api/v1/rollout-plans": nil,
        "PUT /api/v1/rollout-plans/:plan": nil, "GET /api/v1/schedules": nil, "POST /api/v1/schedules": nil,
        "GET /api/v1/schedules/:schedule": nil, "POST /api/v1/schedules/:schedule/cancellations": nil,
        "POST /api/v1/schedules/:schedule/retries": nil,
        "GET /api/v1/features/:feature/statistics": nil, "GET /api/v1/nodes": nil, "GET /api/v1/links": nil,
        "POST /api/v1/devices": nil, "POST /api/v1/links/:link/withdrawals": nil, "GET /api/v1/webhooks": nil,
        "POST /api/v1/webhooks": nil, "DELETE /api/v1/webhooks/:webhook": nil,
        "POST /api/v1/preview": nil, "GET /api/v1/features/:feature/revisions/:number/preview": nil,
        "GET /api/v1/option-lists": nil, "GET /api/v1/option-lists/:list": nil, "PUT /api/v1/option-lists/:list": nil,
        "GET /api/v1/audit": nil, "GET /api/v1/audit/export": nil,
        "GET /api/v1/webhook-deliveries": nil, "POST /api/v1/webhook-deliveries/:delivery/repeats": nil,
    ]

    @Test func `a route that requires a permission allows exactly the roles that have it`() throws {
        let console = try TestConsole()
        for (name, role) in [("lea", Role.reviewer), ("ida", .administrator)] {
            _ = try console.stores.accounts.add(
                name: name, password: TestConsole.password, roles: [role], by: .operator)
        }
        #expect(Set(console.console.routes.map { "\($0.method) \($0.pattern)" }) == Set(Self.table.keys))

        for (method, pattern) in console.console.routes {
            guard let permission = Self.table["\(method) \(pattern)"] ?? nil else { continue }
            let target = pattern.replacing(/:\w+/, with: "99")
            for (name, role) in [
                ("ana", Role.analyst), ("rui", .releaseManager), ("lea", .reviewer), ("ida", .administrator),
            ] {
                let response =
                    method == .get ? try console.get(target, as: name) : try console.post(target, as: name)
                #expect(
                    (response.status == .forbidden) == !role.permissions.contains(permission),
                    "\(name): \(method) \(pattern)")
            }
            let stranger = method == .get ? try console.get(target) : try console.post(target)
            #expect(stranger.status == (method == .get ? .seeOther : .unauthorized), "\(method) \(pattern)")
        }
    }

    @Test func `the page that refuses access names the required role`() throws {
        let page = try TestConsole().get("/accounts", as: "ana")

        #expect(page.status == .forbidden)
        #expect(page.text.contains("administrator"))
    }

    @Test func `a wrong method and an invalid address are answered with pages`() throws {
        let console = try TestConsole()

        let method = try console.post("/new-feature", as: "ana")
        let address = try console.get("/features/%zz", as: "ana")

        #expect(method.status == .methodNotAllowed)
        #expect(method.headers[.allow] == "GET, HEAD")
        #expect(address.status == .badRequest)
        #expect(method.text.contains("</html>"))
        #expect(address.text.contains("</html>"))
    }

    @Test func `an unknown address is answered with a page that has the request's id`() throws {
        let page = try TestConsole().get("/nowhere")

        #expect(page.status == .notFound)
        #expect(page.text.contains("Request <code>"))
    }
}
