import Publishing
import SchemaRepository
import Testing

struct ResolveTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
    }

    private func resolve(
        _ version: String, bucket: Int? = nil, on platform: String = "ios", of feature: String = "home.offers"
    ) throws -> Resolution {
        try home.releases.resolve(
            feature: feature, platform: platform, clientVersion: try ClientVersion(version), bucket: bucket)
    }

    @Test func `the explanation states the matching rule, and the shares of the rules before it`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0", percent: 20)
        guard case .edition(_, let rule, let because) = try resolve("10.1", bucket: 500) else {
            Issue.record("no edition")
            return
        }
        #expect(rule.revision == 1)
        #expect(
            because == """
                Matches the rule from 9.0. 20 % of the clients of this version get revision 2 (rule from 10.0); bucket \
                500 is not among them.
                """)
        #expect(
            try reason("10.1", bucket: 100)
                == "Matches the rule from 10.0, for 20 % of clients (2 rules match; the highest wins).")
        try home.publish(3, from: "10.0", percent: 0)
        #expect(
            try reason("10.1") == "Matches the rule from 9.0. Only test devices get revision 3 (rule from 10.0).")
    }

    @Test func `the explanation states the share of clients that get a revision, not that of its rule`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(3, from: "9.5", percent: 50)
        try home.publish(2, from: "10.0", percent: 30)
        #expect(
            try reason("10.1") == """
                Matches the rule from 9.0. 30 % of the clients of this version get revision 2 (rule from 10.0). 20 % \
                of the clients of this version get revision 3 (rule from 9.5).
                """)
        #expect(
            try reason("10.1", bucket: 350) == """
                Matches the rule from 9.5, for 20 % of clients. 30 % of the clients of this version get revision 2 \
                (rule from 10.0); bucket 350 is not among them.
                """)
        try home.publish(3, from: "9.5", percent: 10)
        #expect(
            try reason("10.1") == """
                Matches the rule from 9.0. 30 % of the clients of this version get revision 2 (rule from 10.0). Nobody \
                gets revision 3 (rule from 9.5): rules that precede it serve its 10 % of the clients.
                """)
    }

    private func reason(_ version: String, bucket: Int? = nil) throws -> String {
        guard case .edition(_, _, let because) = try resolve(version, bucket: bucket) else { return "" }
        return because
    }

    @Test func `the explanation for a version without a rule lists the ranges of the rules`() throws {
        try home.publish(1, from: "9.0", until: "10")
        #expect(
            try resolve("8.0")
                == .noConfig(because: "No rule matches 8.0. The rules on iOS apply from 9.0 until 10."))
        #expect(try resolve("9.0", on: "web") == .noConfig(because: "home.offers has no rules on Web."))
    }

    @Test func `an unknown feature, an unpublished one and an unknown platform have different explanations`() throws {
        #expect(try resolve("9.0") == .featureNotFound(because: "home.offers exists but was never published."))
        #expect(try resolve("9.0", of: "what") == .featureNotFound(because: "There is no feature “what”."))
        #expect(
            try resolve("9.0", on: "symbian")
                == .unknownPlatform(because: "There is no platform “symbian”; there are ios, android, web."))
    }
}
