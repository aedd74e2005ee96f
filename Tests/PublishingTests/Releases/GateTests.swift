import Foundation
import Publishing
import SchemaRepository
import Testing

/// The checks of a release as a whole.
struct GateTests {
    private let home: Installation

    init() throws { home = try Installation() }

    private struct Broken: Error, CustomStringConvertible {
        let description = "the record is damaged"
    }

    private func rules(_ count: Int, revision: Int = 1) throws -> [RuleRequest] {
        try (1...count).map {
            RuleRequest(feature: "bulk.f\($0)", revision: revision, platform: "ios", from: try ClientVersion("1.0"))
        }
    }

    private let program = Actor(accountID: nil, name: "ci", token: TokenReference(id: 1, name: "CI"))

    @Test func `a release of more than five features is refused if a program makes it, not if a person does`() throws {
        for number in 1...7 { try home.feature("bulk.f\(number)", titles: ["One"]) }

        let refused = try home.releases.publish(PublishRequest(rules(6)), by: program)
        guard case .refused(.rejected(let problems)) = refused else { throw Unexpected(what: "\(refused)") }
        #expect(problems.map(\.code) == ["needs-person"])
        #expect(problems.first?.message.contains("bulk.f6") == true)
        #expect(try home.releases.newest() == 0)

        let few = try home.releases.publish(PublishRequest(rules(5)), by: program)
        guard case .released = few else { throw Unexpected(what: "\(few)") }
        let person = try home.releases.publish(PublishRequest(rules(7)), by: .operator)
        guard case .released = person else { throw Unexpected(what: "\(person)") }

        let since = RollbackRequest(.moment(.distantPast), reason: "All")
        let bulk = try home.releases.planRollback(since, by: program)
        guard case .refused(.rejected(let reasons)) = bulk else { throw Unexpected(what: "\(bulk)") }
        #expect(reasons.map(\.code).contains("needs-person"))
    }

    @Test func `an empty list of rules and a rollback of nothing are refused`() throws {
        try home.feature()
        let none = try home.releases.publish(PublishRequest([]), by: .operator)
        let future = try home.releases.rollback(
            RollbackRequest(.moment(.distantFuture), reason: "Nothing"), by: .operator)
        for outcome in [none, future] {
            guard case .refused(.rejected) = outcome else { throw Unexpected(what: "\(outcome)") }
        }
    }

    @Test func `a document whose size changes by more than a third causes a warning`() throws {
        try home.feature(titles: ["Short", String(repeating: "A long title. ", count: 20)])
        try home.publish(1, from: "1.0")
        let outcome = try home.releases.publish(home.request(2, from: "1.0"), by: .operator)
        guard case .released(_, let warnings) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(warnings.map(\.code) == ["size-changed"])
        #expect(warnings.first?.message.hasPrefix("Revision 2 is much larger for iOS clients from 1.0 on: ") == true)
        let back = try home.releases.publish(home.request(1, from: "1.0"), by: .operator)
        guard case .released(_, let smaller) = back else { throw Unexpected(what: "\(back)") }
        #expect(smaller.first?.message.hasSuffix(". Check that nothing is missing.") == true)
    }

    @Test func `a release and a plan that the trial load for read nodes finds unreadable are refused with the reason`()
        throws
    {
        try home.feature(titles: ["One"])
        let stores = Stores(pool: home.pool, preflight: ReleasePreflight { _, _ in throw Broken() })
        let request = try home.request(1, from: "1.0")
        guard case .refused(let planned) = try stores.releases.planPublish(request, by: .operator),
            case .refused(let refusal) = try stores.releases.publish(request, by: .operator),
            case .rejected(let problems) = refusal
        else { throw Unexpected(what: "not refused") }
        #expect(problems.map(\.code) == ["unreadable"])
        #expect(problems.first?.message.contains("the record is damaged") == true)
        #expect(planned == refusal)
        #expect(try home.releases.newest() == 0)
    }

    @Test func `the trial load can read the bytes of new and earlier editions`() throws {
        try home.feature()
        try home.publish(1, from: "1.0")
        let stores = Stores(
            pool: home.pool,
            preflight: ReleasePreflight { feature, content in
                for edition in feature.rules.flatMap(\.editions) {
                    guard try content(edition.hash)?.count == edition.size else { throw Broken() }
                }
            })
        let request = try home.request(2, from: "3.0")
        guard case .planned = try stores.releases.planPublish(request, by: .operator),
            case .released = try stores.releases.publish(request, by: .operator),
            case .released = try stores.releases.rollback(
                RollbackRequest(feature: "home.offers", toRelease: 1, reason: "Back"), by: .operator)
        else { throw Unexpected(what: "refused") }
    }

    @Test func `the trial load of a plan for a later time can read the editions of earlier planned releases`() throws {
        try home.feature()
        let stores = Stores(
            pool: home.pool,
            preflight: ReleasePreflight { feature, content in
                for edition in feature.rules.flatMap(\.editions) {
                    guard try content(edition.hash)?.count == edition.size else { throw Broken() }
                }
            })
        let tomorrow = Date.now + 86_400
        guard
            case .scheduled = try stores.schedules.add(home.request(1, from: "1.0"), at: tomorrow, by: .operator),
            case .planned(let plan) = try stores.schedules.plan(
                home.request(2, from: "3.0"), at: tomorrow + 60, by: .operator)
        else { throw Unexpected(what: "refused") }
        #expect(plan.items.first?.rules.map(\.revision) == [2, 1])
    }
}
