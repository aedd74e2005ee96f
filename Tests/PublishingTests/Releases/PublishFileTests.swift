import JSONText
import Publishing
import SchemaRepository
import Testing

@Suite("Files of rules to publish") struct PublishFileTests {
    private static let rule = #""feature": "home.offers", "revision": 2, "platform": "ios", "from": "9.0""#

    private func read(_ text: String) throws -> PublishRequest {
        try PublishRequest(file: JSONDocument(parsing: text).root)
    }

    @Test func `a whole number may be written with a fraction or an exponent`() throws {
        let request = try read(
            #"{"rules": [{\#(Self.rule), "until": "10", "percent": 2.5e1, "expected": 3.0}], "expected": 4e0}"#)
        #expect(request.rules.first?.expectedRelease == 3)
        #expect(request.rules.first?.percent == RolloutPercent(tenths: 250))
        #expect(request.rules.first?.until == (try ClientVersion("10")))
        #expect(request.expectedRelease == 4)
    }

    @Test func `an optional member that is null is the same as a missing one`() throws {
        let optional = #""until": null, "percent": null, "expected": null"#
        let request = try read(#"{"rules": [{\#(Self.rule), \#(optional)}], "expected": null, "reason": null}"#)
        #expect(request == (try read(#"{"rules": [{\#(Self.rule)}]}"#)))
    }

    @Test(arguments: [
        (#"{"rules": [{\#(rule), "untill": "10"}]}"#, "/rules/0/untill", "did you mean `until`"),
        (#"{"rules": [{\#(rule), "until": 10}]}"#, "/rules/0/until", "not a text"),
        (#"{"rules": [{\#(rule), "expected": "1"}]}"#, "/rules/0/expected", "not a whole number"),
        (#"{"rules": [{\#(rule), "expected": 1e30}]}"#, "/rules/0/expected", "not a whole number"),
        (#"{"rules": [{\#(rule)}], "expected": 1.5}"#, "/expected", "not a whole number"),
        (#"{"rules": [{\#(rule)}], "at": "2030-01-01T00:00:00Z"}"#, "/at", "unknown"),
        (#"{"rules": [7]}"#, "/rules/0", "object"),
        (#"{"rules": [7]}"#, "/rules/0", "`feature`, `revision`"),
        (#"[{\#(rule)}]"#, "", "An object is expected here; its possible members are `rules`, `expected`, `reason`."),
        (#"{"rules": {}}"#, "", "not a list"),
    ])
    func `an invalid member of a rules file is refused with its pointer`(text: String, pointer: String, words: String)
        throws
    {
        let error = try #require(throws: PublishRequestError.self) { try read(text) }
        #expect(error.pointer.description == pointer)
        #expect(error.description.contains(words))
    }
}
