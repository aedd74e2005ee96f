import Foundation
import Publishing
import SchemaRepository
import TestSupport
import Testing

/// Releases after which a waiting schedule fails because its document refers to a feature that the release changes.
struct FailingReferenceTests {
    private let home: Installation
    private var schedules: ScheduleStore { home.stores.schedules }
    private let tomorrow = Date.now + 86_400

    init() throws {
        home = try .withStarterSchemas()
    }

    private func schedule(_ request: PublishRequest, at time: Date) throws -> Schedule {
        switch try schedules.add(request, at: time, by: .operator) {
        case .scheduled(let schedule, _, _): return schedule
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    /// Returns the messages of the warnings of a plan that a schedule will fail; of a plan for now if there is no time.
    private func warnings(_ request: PublishRequest, at time: Date? = nil) throws -> [String] {
        switch try schedules.plan(request, at: time, by: .operator) {
        case .planned(let plan): return plan.warnings.filter { $0.code == "schedule-fails" }.map(\.message)
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    /// Makes a schedule due, and returns the codes of the problems because of which it fails.
    private func failure(of schedule: Schedule) throws -> [String] {
        try home.makeDue(schedule.id)
        guard case .failed(let problems)? = try schedules.releaseDue().first?.state else {
            throw Unexpected(what: "not failed")
        }
        return problems.map(\.code)
    }

    @Test func `a module that a scheduled flow does not fit has a warning`() throws {
        try home.create("cards.details", kind: "Module", CardTexts.module(), CardTexts.module(requires: #""place""#))
        try home.create("cards.flow", kind: "ModuleFlow", CardTexts.flow)
        try home.publish(1, from: "1.0", of: "cards.details")
        let flow = try schedule(home.request(1, from: "1.0", of: "cards.flow"), at: tomorrow)
        let module = try home.request(2, from: "1.0", of: "cards.details")
        func ending(at end: Date) -> PublishRequest {
            var request = module
            request.ends = end
            return request
        }

        let found = try warnings(module)
        let start = """
            Schedule \(flow.id) is due at \(InternetTime.words(flow.dueAt)). It publishes revision 1 of `cards.flow`, \
            which uses `cards.details`. After this change, the schedule will fail: `b` needs
            """
        #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix(start) }, "\(found)")
        #expect(try warnings(module, at: tomorrow - 60) == found)
        #expect(try warnings(ending(at: tomorrow)) == found)
        // No other client, revision or time affects the schedule.
        #expect(try warnings(home.request(2, from: "1.0", on: "android", of: "cards.details")) == [])
        #expect(try warnings(home.request(1, from: "2.0", of: "cards.details")) == [])
        #expect(try warnings(ending(at: tomorrow - 10)) == [])
        #expect(try warnings(module, at: tomorrow + 60) == [])

        guard case .released(_, let warned) = try home.releases.publish(module, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        #expect(warned.filter { $0.code == "schedule-fails" }.map(\.message) == found)
        // The next release is not to blame for what this one has done.
        #expect(try warnings(home.request(2, from: "2.0", of: "cards.details")) == [])
        #expect(try failure(of: flow) == ["document.missingInput"])
        #expect(try warnings(module) == [])
    }

    @Test func `a module that a scheduled module would contain and be contained in has a warning`() throws {
        try home.create("loop.a", kind: "Module", CardTexts.module())
        try home.create("loop.b", kind: "Module", CardTexts.module(showing: "loop.a"))
        try home.save(CardTexts.module(showing: "loop.b"), to: "loop.a")
        try home.publish(1, from: "1.0", of: "loop.a")
        let inner = try schedule(home.request(1, from: "1.0", of: "loop.b"), at: tomorrow + 20)
        let request = try home.request(2, from: "1.0", of: "loop.a")

        let found = try warnings(request, at: tomorrow + 10)
        let reason = "`loop.b` contains itself: `loop.b` → `loop.a` → `loop.b`. It then waits"
        #expect(found.count == 1 && found.allSatisfy { $0.contains(reason) }, "\(found)")
        #expect(try warnings(request) == found)

        let outer = try schedule(request, at: tomorrow + 10)
        try home.makeDue(outer.id)
        #expect(try schedules.releaseDue().map(\.state.word) == ["released"])
        #expect(try failure(of: inner) == ["contains-itself"])
    }
}
