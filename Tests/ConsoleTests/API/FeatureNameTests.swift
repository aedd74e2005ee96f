import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Names of features that are taken") struct FeatureNameTests {
    private let home: TestConsole
    private let program: TestProgram

    init() throws {
        home = try TestConsole()
        program = try TestProgram(home, [.edit, .publish])
        try home.feature("home.offers", SampleTexts.screen)
        try home.feature("home.poll", SampleTexts.screen)
    }

    /// Returns the detail of a refusal because of a name.
    private func conflict(_ path: String, _ body: String) throws -> String? {
        let refused = try program.send(.post, path, body)
        #expect(refused.status == .conflict, "\(path): \(refused.text)")
        #expect(try refused.json["type"]?.string == "/problems/feature-exists")
        return try refused.json["detail"]?.string
    }

    @Test func `no feature gets a name that another one still answers to`() throws {
        let renamed = #"{"name":"home.deals","graceDays":30}"#
        #expect(try program.send(.post, "/features/home.offers/renames", renamed).status == .ok)
        let names = try program.send(.get, "/features/home.deals").json["formerNames"]
        let date = try #require(names?[0]?["until"]?.string).prefix(10)
        let sentence =
            "home.offers is a former name of the feature home.deals and works until \(date). "
            + "Choose another name, or use home.deals."
        #expect(try conflict("/features", #"{"name":"home.offers","kind":"screen"}"#) == sentence)
        #expect(try conflict("/features/home.poll/clones", #"{"name":"home.offers"}"#) == sentence)
        #expect(try conflict("/features/home.poll/renames", #"{"name":"home.offers"}"#) == sentence)
        #expect(try program.send(.get, "/features").json["total"]?.integer == 2)
        let page = try home.post("/features", as: "ana", [("name", "home.offers"), ("kind", "/screens/Screen")])
        #expect(page.status == .unprocessableContent && page.text.contains(sentence))
        // The feature itself may get it back.
        #expect(
            try program.send(.post, "/features/home.deals/renames", #"{"name":"home.offers"}"#).status == .ok)
    }

    @Test func `each list of one feature knows its former names, and no list takes an unknown one`() throws {
        let device = #"{"feature":"home.offers","revision":1}"#
        #expect(try program.send(.post, "/devices", device).status == .created)
        let rule = #"{"rules":[{"feature":"home.offers","revision":1,"platform":"ios","from":"9.0"}]}"#
        #expect(try program.send(.post, "/rollouts", rule).status == .created)
        let rename = try program.send(.post, "/features/home.offers/renames", #"{"name":"home.deals"}"#)
        #expect(rename.status == .ok)
        for (list, count) in [("releases", 2), ("rollouts", 1), ("links", 1)] {
            for name in ["home.offers", "home.deals"] {
                let found = try program.send(.get, "/\(list)?feature=\(name)").json[list]
                #expect(found?.count == count, "\(list) \(name)")
            }
            let unknown = try program.send(.get, "/\(list)?feature=nowhere")
            #expect(unknown.status == .notFound, "\(list)")
            #expect(try unknown.json["type"]?.string == "/problems/feature-not-found", "\(list)")
        }
    }

    @Test func `a step of a review under a former name is answered with the present one`() throws {
        let rename = try program.send(.post, "/features/home.offers/renames", #"{"name":"home.deals"}"#)
        #expect(rename.status == .ok)
        let commented = try program.send(
            .post, "/features/home.offers/revisions/1/comments", #"{"pointer":"","text":"Good"}"#)
        #expect(commented.status == .created)
        #expect(try commented.json["feature"]?.string == "home.deals")
        #expect(try commented.json["comments"]?.count == 1)
    }

    @Test func `a name that is taken is the reason, not the kind of the other feature`() throws {
        let sentence = "A feature named home.poll already exists. Choose another name."
        #expect(try conflict("/features/home.offers/clones", #"{"name":"home.poll"}"#) == sentence)
        #expect(try conflict("/features/home.offers/renames", #"{"name":"home.poll"}"#) == sentence)
        #expect(
            try conflict("/features", #"{"name":"home.poll","kind":"/modules/ModuleFlow"}"#)
                == "“home.poll” holds documents of the kind /screens/Screen. Choose another feature name.")
    }
}
