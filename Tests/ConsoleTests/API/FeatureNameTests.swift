import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Taken and former names of features in the management API") struct FeatureNameTests {
    private let home: TestConsole
    private let program: TestProgram

    init() throws {
        home = try TestConsole()
        program = try TestProgram(home, [.edit, .publish])
        try home.feature("home.offers", SampleTexts.screen)
        try home.feature("home.poll", SampleTexts.screen)
    }

    /// Sends a request that must be refused because its name is taken; returns the detail of the problem.
    private func conflict(_ path: String, _ body: String) throws -> String? {
        let refused = try program.send(.post, path, body)
        #expect(refused.status == .conflict, "\(path): \(refused.text)")
        #expect(try refused.json["type"]?.string == "/problems/feature-exists")
        return try refused.json["detail"]?.string
    }

    @Test func `a former name in its grace period cannot be given to another feature`() throws {
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
        // The feature itself can be renamed back.
        #expect(
            try program.send(.post, "/features/home.deals/renames", #"{"name":"home.offers"}"#).status == .ok)
    }

    @Test func `lists filtered by feature accept its former names and refuse unknown names`() throws {
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

    @Test func `a comment under a former name is answered with the present name`() throws {
        let rename = try program.send(.post, "/features/home.offers/renames", #"{"name":"home.deals"}"#)
        #expect(rename.status == .ok)
        let commented = try program.send(
            .post, "/features/home.offers/revisions/1/comments", #"{"pointer":"","text":"Good"}"#)
        #expect(commented.status == .created)
        #expect(try commented.json["feature"]?.string == "home.deals")
        #expect(try commented.json["comments"]?.count == 1)
    }

    @Test func `a taken name is refused for a clone, for a rename and for a feature of another kind`() throws {
        let sentence = "A feature named home.poll already exists. Choose another name."
        #expect(try conflict("/features/home.offers/clones", #"{"name":"home.poll"}"#) == sentence)
        #expect(try conflict("/features/home.offers/renames", #"{"name":"home.poll"}"#) == sentence)
        #expect(
            try conflict("/features", #"{"name":"home.poll","kind":"/modules/ModuleFlow"}"#)
                == "“home.poll” holds documents of the kind /screens/Screen. Choose another feature name.")
    }
}
