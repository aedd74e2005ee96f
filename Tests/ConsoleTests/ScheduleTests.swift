import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Schedules in the console and the management API") struct SchedulePageTests {
    private let console: TestConsole
    private let form = [("revision", "2"), ("platform", "ios"), ("from", "9.0")]

    init() throws {
        console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
    }

    private func query(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.0)=\(PercentCoding.encode($0.1))" }.joined(separator: "&")
    }

    /// Returns why schedules would fail now or are going to fail, by their ids.
    private func failures() throws -> [Int: ScheduleFailure] {
        try console.stores.schedules.failures(among: console.stores.schedules.all(limit: 10))
    }

    /// Returns the ids of the schedules that would fail now because others have changed the rules.
    private func overtaken() throws -> Set<Int> {
        Set(try failures().filter { $0.value == .overtaken }.keys)
    }

    @Test func `a release is scheduled on the publish page, listed with its end and cancelled`() throws {
        let fields = form + [("at", "2099-11-24T08:00"), ("end", "2099-11-25T08:00")]
        let review = try console.get("/features/home.offers/releases/new?\(query(fields))", as: "rui")
        #expect(review.text.contains("Schedule for 2099-11-24 08:00:00 UTC"))
        let action = try #require(review.text.firstMatch(of: /formaction="([^"]+)"/)).1.replacing("&amp;", with: "&")
        let target = action + "&" + query(fields)

        let response = try console.post(String(action), as: "rui", fields)

        #expect(response.notice == "scheduled.1", "\(target) \(response.status)")
        #expect(try console.stores.releases.newest() == 1)
        let page = try console.get("/schedules", as: "ana").text
        #expect(page.contains("revision 2 for iOS 9.0 and later"))
        #expect(page.contains("Ends the release of schedule 1: clients get what they would get without it."))
        #expect(!page.contains("Cancel schedule</button>"))
        #expect(try console.get("/schedules", as: "rui").text.contains("/schedules/1/cancellations"))
        #expect(try console.post("/schedules/1/cancellations", as: "ana").status == .forbidden)
        #expect(try console.post("/schedules/1/cancellations", as: "rui").notice == "schedule-cancelled")
        #expect(try console.post("/schedules/1/cancellations", as: "rui").notice == "schedule-unchanged")
        #expect(try console.post("/schedules/9/cancellations", as: "rui").status == .notFound)
        #expect(try console.get("/schedules", as: "rui").text.contains("Cancelled by rui."))
    }

    @Test func `an invalid or past time is refused`() throws {
        let unread = try console.get(
            "/features/home.offers/releases/new?\(query(form + [("at", "tomorrow")]))", as: "rui")
        #expect(unread.status == .unprocessableContent)
        #expect(unread.text.contains("Enter a date and a time."))
        let passed = try console.get(
            "/features/home.offers/releases/new?\(query(form + [("at", "2001-01-01T08:00")]))", as: "rui")
        #expect(passed.status == .unprocessableContent)
        #expect(passed.text.contains("2001-01-01T08:00"))
        #expect(passed.text.contains("The release cannot be made at these times."))
        #expect(
            try fault(of: "at", in: passed.text)
                == "The publish time is not in the future. Choose a later time, or publish now.")
        #expect(try fault(of: "end", in: passed.text) == nil)
        #expect(passed.text.contains(/<input id="at"[^>]* autofocus/))
        // The publish time and the end are checked together.
        let both = try console.get(
            "/features/home.offers/releases/new?"
                + query(form + [("at", "2001-01-01T08:00"), ("end", "2000-01-01T08:00")]), as: "rui")
        #expect(try fault(of: "at", in: both.text) != nil)
        #expect(try fault(of: "end", in: both.text) == "The end must be later than the publish time.")
        let ended = try console.get(
            "/features/home.offers/releases/new?\(query(form + [("end", "2001-01-01T08:00")]))", as: "rui")
        #expect(try fault(of: "at", in: ended.text) == nil)
        #expect(try fault(of: "end", in: ended.text) == "The planned end is not in the future.")
        #expect(ended.text.contains(/<input id="end"[^>]* autofocus/))
    }

    /// Returns the problem that a page shows beside a field; nil if there is none.
    private func fault(of field: String, in page: String) throws -> String? {
        try page.firstMatch(of: Regex("<p class=\"wrong\" id=\"\(field)-problem\">([^<]*)</p>"))
            .flatMap { $0[1].substring.map(String.init) }
    }

    @Test func `the feature's page lists its open schedules, and a dry run says what its end does`() throws {
        try console.feature("home.other", SampleTexts.screen)
        let fields = form + [("at", "2099-11-24T08:00"), ("end", "2099-11-25T08:00")]
        let review = try console.get("/features/home.offers/releases/new?\(query(fields))", as: "rui").text
        #expect(
            review.contains(
                "The end is at 2099-11-25 08:00:00 UTC: from then on, clients get what they would get without this"))
        let action = try #require(review.firstMatch(of: /formaction="([^"]+)"/)).1.replacing("&amp;", with: "&")
        #expect(review.contains("checked again when you schedule"))
        #expect(!review.contains("checked again when you publish"))
        #expect(try console.post(String(action), as: "rui", fields).notice == "scheduled.1")

        let page = try console.get("/features/home.offers", as: "ana").text
        #expect(page.contains("Scheduled release 1 is due at 2099-11-24 08:00:00 UTC."))
        #expect(page.contains("Publishes revision 2 for iOS 9.0 and later."))
        #expect(page.contains("Scheduled release 2 is due at 2099-11-25 08:00:00 UTC."))
        #expect(page.contains(#"href="/schedules#schedule-1""#))
        #expect(try !console.get("/features/home.other", as: "ana").text.contains("Scheduled release"))
        #expect(!page.contains("scheduled releases of this feature are shown"))
        for year in 2100...2103 {
            let request = PublishRequest(
                feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("\(year)"))
            let time = try #require(FormTime.date("\(year)-11-24T08:00"))
            guard case .scheduled = try console.stores.schedules.add(request, at: time, by: .operator) else {
                Issue.record("the release was not scheduled")
                return
            }
        }
        let crowded = try console.get("/features/home.offers", as: "ana").text
        #expect(crowded.contains("Only the next 5 scheduled releases of this feature are shown."))
        #expect(crowded.contains("is due at 2102-11-24") && !crowded.contains("is due at 2103-11-24"))
        for schedule in 3...6 {
            #expect(try console.post("/schedules/\(schedule)/cancellations", as: "rui").notice == "schedule-cancelled")
        }
        #expect(try console.post("/schedules/1/cancellations", as: "rui").notice == "schedule-cancelled")
        #expect(try !console.get("/features/home.offers", as: "ana").text.contains("Scheduled release"))
    }

    @Test func `the pages say that a planned end will fail after others have replaced what it ends`() throws {
        var request = PublishRequest(
            feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("10.0"))
        request.ends = FormTime.date("2099-11-24T08:00")
        guard case .released(_, let end?, _) = try console.stores.schedules.add(request, at: nil, by: .operator) else {
            Issue.record("not released with an end")
            return
        }
        try console.publish("home.offers", revision: 1, from: "11.0")
        #expect(try overtaken() == [])
        try console.publish("home.offers", revision: 1, from: "10.0")
        #expect(try overtaken() == [end.id])
        for path in ["/schedules", "/features/home.offers"] {
            #expect(try console.get(path, as: "rui").text.contains("This end would fail now: the rules"), "\(path)")
        }
    }

    @Test func `the pages say that the planned end of a scheduled release will fail`() throws {
        var request = PublishRequest(
            feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("10.0"))
        request.ends = FormTime.date("2099-11-24T10:00")
        guard
            case .scheduled(_, let end?, _) = try console.stores.schedules.add(
                request, at: FormTime.date("2099-11-24T08:00"), by: .operator)
        else {
            Issue.record("not scheduled with an end")
            return
        }
        let fields = [("revision", "1"), ("platform", "ios"), ("from", "10.0"), ("at", "2099-11-24T09:00")]
        func review(from version: String) throws -> String {
            let fields = [fields[0], fields[1], ("from", version), fields[3]]
            return try console.get("/features/home.offers/releases/new?\(query(fields))", as: "rui").text
        }
        let sentence = "Schedule \(end.id) is due at 2099-11-24 10:00:00 UTC for the same clients. After this change"
        #expect(try review(from: "10.0").contains(sentence))
        #expect(try !review(from: "11.0").contains("After this change"))

        #expect(try overtaken() == [])
        let other = PublishRequest(
            feature: "home.offers", revision: 1, platform: "ios", from: try ClientVersion("10.0"))
        guard
            case .scheduled = try console.stores.schedules.add(
                other, at: FormTime.date("2099-11-24T09:00"), by: .operator)
        else {
            Issue.record("not scheduled")
            return
        }
        #expect(try overtaken() == [])
        #expect(try failures() == [end.id: .willBeOvertaken(schedule: end.id + 1)])
        let coming = "This end will fail: schedule \(end.id + 1) changes the rules for the same clients before it."
        for path in ["/schedules", "/features/home.offers"] {
            let page = try console.get(path, as: "rui").text
            #expect(page.contains(coming) && !page.contains("would fail now"), "\(path)")
        }

        try console.publish("home.offers", revision: 1, from: "10.0")
        let page = try console.get("/schedules", as: "rui").text
        #expect(page.contains("This end would fail now. There is nothing to end: schedule \(end.id - 1) has published"))
    }

    @Test func `the pages say that a waiting release and its end will fail after another planned release`() throws {
        let version = try ClientVersion("9.0")
        func add(_ request: PublishRequest, at time: String) throws -> Int {
            let date = try #require(FormTime.date(time))
            guard
                case .scheduled(let schedule, _, _) = try console.stores.schedules.add(request, at: date, by: .operator)
            else {
                Issue.record("not scheduled")
                return 0
            }
            return schedule.id
        }
        var request = PublishRequest(feature: "home.offers", revision: 2, platform: "ios", from: version)
        request.ends = FormTime.date("2099-11-24T10:00")
        let first = try add(request, at: "2099-11-24T09:00")
        for path in ["/schedules", "/features/home.offers"] {
            #expect(try !console.get(path, as: "rui").text.contains("will fail"), "\(path)")
        }
        request.rules[0].percent = 50
        request.ends = nil
        let second = try add(request, at: "2099-11-24T08:00")

        let sentences = [
            "This release will fail: schedule \(second) changes the rules for the same clients before it. Cancel this "
                + "schedule and create it again.",
            "This end will fail, because schedule \(first) will fail and publish nothing. If you cancel schedule "
                + "\(first), this end is cancelled too.",
        ]
        for path in ["/schedules", "/features/home.offers"] {
            let page = try console.get(path, as: "rui").text
            for sentence in sentences { #expect(page.components(separatedBy: sentence).count == 2, "\(path)") }
            #expect(!page.contains("would fail now"), "\(path)")
        }
        #expect(try console.get("/schedules", as: "rui").text.contains(#"<span class="badge warn">Waiting</span>"#))
    }

    @Test(.englishTexts) func `a failure that is going to happen is told in the future tense`() throws {
        let request = PublishRequest(
            feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("9.0"))
        let problem = ReleaseProblem(code: "switched-off", message: "iOS is switched off.")
        func words(_ failure: ScheduleFailure) -> [String] {
            [failure.words(for: .publish(request)), failure.words(for: .endRelease(1))]
        }
        #expect(
            words(.willBeOvertaken(schedule: nil)) == [
                "This release will fail: something that is planned before it changes the rules for the same clients. "
                    + "Cancel this schedule and create it again.",
                "This end will fail: something that is planned before it changes the rules for the same clients. "
                    + "Cancel this end, or what is planned before it.",
            ])
        #expect(
            words(.willBeOvertaken(schedule: 7)) == [
                "This release will fail: schedule 7 changes the rules for the same clients before it. Cancel this "
                    + "schedule and create it again.",
                "This end will fail: schedule 7 changes the rules for the same clients before it. Cancel this end or "
                    + "schedule 7.",
            ])
        #expect(
            words(.willBeRefused([problem])) == [
                "This release will fail at its time. iOS is switched off.",
                "This end will fail at its time. iOS is switched off.",
            ])
    }

    @Test func `a release that ends before a schedule is due does not make it fail`() throws {
        try schedule(on: "ios", from: "9.0")
        func review(until end: String) throws -> String {
            let fields = form + [("at", "2099-11-24T07:00"), ("end", end)]
            return try console.get("/features/home.offers/releases/new?\(query(fields))", as: "rui").text
        }
        #expect(try !review(until: "2099-11-24T07:30").contains("it will fail"))
        #expect(try review(until: "2099-11-24T09:00").contains("it will fail"))
    }

    @Test func `the pages say that a waiting release lacks approvals`() throws {
        try schedule(on: "ios", from: "9.0")
        #expect(try !console.get("/schedules", as: "rui").text.contains("would fail now"))

        _ = try console.stores.reviews.setPolicy(1, of: "home.offers", by: .operator)

        for path in ["/schedules", "/features/home.offers"] {
            let sentence = "This release would fail now. Revision 2 has 0 of 1 required approval."
            #expect(try console.get(path, as: "rui").text.contains(sentence), "\(path)")
        }
    }

    @Test func `a scheduled publish is compared with what clients get at its time`() throws {
        let texts = ["First", "Second", "Third"].map { SampleTexts.screen.replacing("\"Offers\"", with: "\"\($0)\"") }
        try console.feature("home.later", texts)
        try console.publish("home.later", revision: 1, from: "9.0")
        let request = PublishRequest(
            feature: "home.later", revision: 2, platform: "ios", from: try ClientVersion("9.0"))
        let time = try #require(FormTime.date("2099-11-24T08:00"))
        guard case .scheduled(let schedule, _, _) = try console.stores.schedules.add(request, at: time, by: .operator)
        else {
            Issue.record("the release was not scheduled")
            return
        }
        func review(at time: String) throws -> String {
            let fields = [("revision", "3"), ("platform", "ios"), ("from", "9.0"), ("at", time)]
            return try console.get("/features/home.later/releases/new?\(query(fields))", as: "rui").text
        }
        let earlier = try review(at: "2099-11-24T07:00")
        #expect(earlier.contains("Differences between revision 1 and revision 3"))
        #expect(!earlier.contains("Includes the releases scheduled"))
        let later = try review(at: "2099-11-24T09:00")
        #expect(later.contains("Includes the releases scheduled until then (schedule \(schedule.id))."))
        #expect(later.contains("Differences between revision 2 and revision 3"))
        #expect(!later.contains("Differences between revision 1"))
        #expect(later.contains("Schedule for 2099-11-24 09:00:00 UTC"))
    }

    /// Schedules revision 2 of `home.offers` on a platform for 2099-11-24 08:00.
    private func schedule(on platform: String, from version: String) throws {
        let request = PublishRequest(
            feature: "home.offers", revision: 2, platform: platform, from: try ClientVersion(version))
        let time = try #require(FormTime.date("2099-11-24T08:00"))
        guard case .scheduled = try console.stores.schedules.add(request, at: time, by: .operator) else {
            Issue.record("the release was not scheduled")
            return
        }
    }

    @Test func `a publish that takes away what an earlier schedule gives warns about the loss`() throws {
        try schedule(on: "android", from: "3.0")

        let fields = [
            ("revision", "1"), ("platform", "android"), ("from", "3.0"), ("until", "4.0"),
            ("at", "2099-11-24T09:00"),
        ]
        let later = try console.get("/features/home.offers/releases/new?\(query(fields))", as: "rui").text

        #expect(later.contains("Clients on Android from 4.0 will get nothing instead of revision 2."))
        #expect(later.contains("Clients lose a document. Type home.offers to confirm"))
        #expect(later.contains("Caches may serve the previous answer") && !later.contains("Caches may keep a 404"))
        let earlier = fields.dropLast() + [("at", "2099-11-24T07:00")]
        let now = try console.get("/features/home.offers/releases/new?\(query(Array(earlier)))", as: "rui").text
        #expect(!now.contains("will get nothing instead") && now.contains("Caches may keep a 404"))
    }

    @Test func `what a scheduled publish changes is counted from its own time, not from now`() throws {
        try console.stores.readStatistics.add([
            ReadCount(
                feature: "home.offers", platform: "ios", version: try ClientVersion("9.5"), revision: 1, fetches: 30)
        ])
        try schedule(on: "ios", from: "9.0")
        func review(revision: String, at time: String) throws -> String {
            let fields = [("revision", revision), ("platform", "ios"), ("from", "9.0"), ("at", time)]
            return try console.get("/features/home.offers/releases/new?\(query(fields))", as: "rui").text
        }

        let back = try review(revision: "1", at: "2099-11-24T09:00")
        #expect(back.contains("about 30 would get another answer"))
        #expect(!back.contains("Every client keeps"))
        let again = try review(revision: "2", at: "2099-11-24T09:00")
        #expect(!again.contains("would get another answer: 100 %"))
        #expect(again.contains("Every client keeps what it will get by then."))
        #expect(again.contains("No change: at that time, every client keeps what it gets by then."))
    }

    @Test func `the pages say that a waiting release will fail after a release for the same clients`() throws {
        let time = try #require(FormTime.date("2099-11-24T08:00"))
        for platform in ["ios", "web"] {
            let request = PublishRequest(
                feature: "home.offers", revision: 2, platform: platform, from: try ClientVersion("9.0"))
            guard case .scheduled = try console.stores.schedules.add(request, at: time, by: .operator) else {
                Issue.record("the release was not scheduled")
                return
            }
        }
        let sentence = "This release would fail now: the rules for the same clients have changed"
        #expect(try overtaken() == [])
        for path in ["/schedules", "/features/home.offers"] {
            #expect(try !console.get(path, as: "rui").text.contains(sentence), "\(path)")
        }

        try console.publish("home.offers", revision: 1, from: "10.0")

        #expect(try overtaken() == [1])
        let page = try console.get("/schedules", as: "rui").text
        #expect(page.components(separatedBy: sentence).count == 2)
        #expect(page.contains(#"<span class="badge warn">Waiting</span>"#))
        #expect(page.contains(/<span class="hint no-wrap">in [0-9]+ days<\/span>/))
        let feature = try console.get("/features/home.offers", as: "ana").text
        #expect(feature.components(separatedBy: sentence).count == 2)
        #expect(feature.contains(/<div class="notice warn"[^\n]*Scheduled release 1 is due at/))

        // A change that is undone again does not count.
        let removal = RemovalRequest(
            feature: "home.offers", platform: "ios", from: try ClientVersion("10.0"), revision: 1)
        guard case .released = try console.stores.releases.remove(removal, by: .operator) else {
            Issue.record("the rule was not removed")
            return
        }
        #expect(try overtaken() == [])
    }

    @Test(.englishTexts) func `the page says what a retry does after a failed release or a failed end`() throws {
        func details(of action: ScheduleAction) -> [String] {
            let schedule = Schedule(
                id: 1, dueAt: .distantPast, action: action, features: ["home.offers"], reason: "", breakGlass: false,
                author: .clock, createdAt: .distantPast,
                state: .failed([ReleaseProblem(code: "stale", message: "The rule has changed.")]))
            return ScheduleRow(
                schedule, platforms: [], mayChange: true, clock: Clock(now: TimeLabel.sampleDate)
            ).details
        }
        let request = PublishRequest(
            feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("9.0"))
        let publish = "Nothing was released. Try again to replace what is live now, or cancel the schedule."
        #expect(details(of: .publish(request)) == ["The rule has changed.", publish])
        let end =
            "Nothing was released. Try again to end only the rules that nobody else has changed, "
            + "or cancel the schedule."
        #expect(details(of: .endRelease(1)) == ["The rule has changed.", end])
    }

    @Test func `programs create, read, retry and cancel schedules`() throws {
        let program = try TestProgram(console, [.read, .publish])
        let rule = #"{"feature":"home.offers","revision":2,"platform":"ios","from":"9.0","percent":12.5}"#
        let body = #"{"rules":[\#(rule)],"at":"2099-11-24T08:00:00Z","end":"2099-11-25T08:00:00Z"}"#
        #expect(try program.send(.post, "/schedules?dry_run=true", body).status == .ok)
        let key: HTTPFields = [.constant("Idempotency-Key"): "one"]
        let made = try program.send(.post, "/schedules", body, headers: key)
        #expect(made.status == .created)
        #expect(made.location == "/api/v1/schedules/1")
        #expect(try program.send(.post, "/schedules", body, headers: key).location == made.location)
        let other = body.replacingOccurrences(of: "12.5", with: "13")
        #expect(try program.send(.post, "/schedules", other, headers: key).status == .unprocessableContent)
        #expect(try program.send(.post, "/schedules", #"{"rules":[\#(rule)]}"#).status == .unprocessableContent)
        #expect(
            try program.send(.post, "/schedules", #"{"rules":[\#(rule)],"at":"2001-01-01T00:00:00Z"}"#).status
                == .unprocessableContent)
        let shown = try program.send(.get, "/schedules/1").json
        #expect(shown["state"]?.string == "waiting")
        #expect(shown["rules"]?[0]?["percent"]?.number?.double == 12.5)
        #expect(try program.send(.get, "/schedules").json["schedules"]?.elements.count == 2)
        #expect(try program.send(.get, "/schedules/7").status == .notFound)
        #expect(try program.send(.post, "/schedules/1/retries").json["state"]?.string == "waiting")
        #expect(try program.send(.post, "/schedules/1/cancellations").json["state"]?.string == "cancelled")
        #expect(try TestProgram(console, [.read]).send(.post, "/schedules", body).status == .forbidden)
        // In UTC, this time is in the year 10000.
        for name in ["at", "end"] {
            let late = try program.send(
                .post, "/schedules", #"{"rules":[\#(rule)],"\#(name)":"9999-12-31T23:59:59-23:59"}"#)
            #expect(late.status == .badRequest && late.text.contains("before the year 10000"), "\(name)")
        }
        let ended = try program.send(.post, "/schedules", #"{"rules":[\#(rule)],"end":"2099-11-25T08:00:00Z"}"#)
        #expect(ended.location == "/api/v1/releases/2")
        #expect(try ended.json["end"]?["endsRelease"]?.integer == 2)
    }
}
