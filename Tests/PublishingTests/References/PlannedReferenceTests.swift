import Foundation
import Publishing
import SchemaRepository
import TestSupport
import Testing

/// Plans for a later time, whose references are compared with the rules as they will be at that time.
struct PlannedReferenceTests {
    private let home: Installation
    private let tomorrow = Date.now + 86_400

    init() throws {
        home = try .withStarterSchemas()
    }

    private func schedule(_ request: PublishRequest, at time: Date) throws {
        let outcome = try home.stores.schedules.add(request, at: time, by: .operator)
        guard case .scheduled = outcome else { throw Unexpected(what: "\(outcome)") }
    }

    /// Publishes now, and schedules the end.
    private func publish(_ request: PublishRequest, until end: Date) throws {
        var request = request
        request.ends = end
        let outcome = try home.stores.schedules.add(request, at: nil, by: .operator)
        guard case .released(_, .some, _) = outcome else { throw Unexpected(what: "\(outcome)") }
    }

    /// Returns the messages of a plan's problems or warnings with a code; of a plan for now if there is no time.
    private func messages(_ code: String, _ request: PublishRequest, at time: Date?) throws -> [String] {
        switch try home.stores.schedules.plan(request, at: time, by: .operator) {
        case .planned(let plan): plan.warnings.filter { $0.code == code }.map(\.message)
        case .refused(.rejected(let problems)): problems.filter { $0.code == code }.map(\.message)
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    @Test func `a reference to a feature that is published before the planned time has no warning`() throws {
        try home.create("cards.details", kind: "Module", CardTexts.module())
        try home.create("cards.flow", kind: "ModuleFlow", CardTexts.flow)
        try schedule(home.request(1, from: "3.0", of: "cards.details"), at: tomorrow)
        let old = try home.request(1, from: "1.0", of: "cards.flow")
        let new = try home.request(1, from: "3.0", of: "cards.flow")

        let code = "reference-not-live"
        let never = ["`cards.details` is not live on iOS."]
        #expect(try messages(code, new, at: nil) == never)
        #expect(try messages(code, new, at: tomorrow - 60) == never)
        #expect(try messages(code, new, at: tomorrow + 60) == [])
        #expect(
            try messages(code, old, at: tomorrow + 60) == [
                "`cards.details` is not live for iOS clients from 1.0 until 3.0."
            ])
        #expect(
            try messages(code, home.request(1, from: "3.0", on: "android", of: "cards.flow"), at: tomorrow + 60)
                == ["`cards.details` is not live on Android."])
    }

    @Test func `a reference to a feature that ends before the planned time has a warning`() throws {
        try home.create("cards.details", kind: "Module", CardTexts.module())
        try home.create("cards.flow", kind: "ModuleFlow", CardTexts.flow)
        try publish(home.request(1, from: "1.0", of: "cards.details"), until: tomorrow)
        let request = try home.request(1, from: "1.0", of: "cards.flow")

        let code = "reference-not-live"
        #expect(try messages(code, request, at: nil) == [])
        #expect(try messages(code, request, at: tomorrow - 60) == [])
        #expect(try messages(code, request, at: tomorrow + 60) == ["`cards.details` is not live on iOS."])
    }

    @Test func `a former name whose grace period ends before the planned time is unknown then`() throws {
        try home.create("cards.details", kind: "Module", CardTexts.module())
        try home.create("cards.flow", kind: "ModuleFlow", CardTexts.flow)
        try home.publish(1, from: "1.0", of: "cards.details")
        let renaming = RenameRequest(feature: "cards.details", name: "cards.page", graceDays: 7)
        guard case .renamed = try home.releases.rename(renaming, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        let request = try home.request(1, from: "1.0", of: "cards.flow")

        let code = "unknown-feature"
        #expect(try messages(code, request, at: nil) == [])
        #expect(try messages(code, request, at: .now + 6 * 86_400) == [])
        #expect(try messages(code, request, at: .now + 8 * 86_400) == ["There is no feature `cards.details`."])
    }

    @Test func `a plan that takes a feature from clients names the documents that use it at the planned time`() throws {
        try home.create("cards.details", kind: "Module", CardTexts.module())
        try home.create("cards.flow", kind: "ModuleFlow", CardTexts.flow)
        try home.create("cards.other", kind: "ModuleFlow", CardTexts.flow)
        try home.publish(1, from: "1.0", of: "cards.details")
        try publish(home.request(1, from: "1.0", of: "cards.flow"), until: tomorrow)
        try schedule(home.request(1, from: "2.0", of: "cards.other"), at: tomorrow)
        let request = try home.request(1, from: "1.0", until: "3.0", of: "cards.details")

        func words(_ name: String) -> String {
            "`\(name)` (revision 1, line 4) still uses `cards.details` for iOS clients from 3.0 on."
        }
        #expect(try messages("still-used", request, at: nil) == [words("cards.flow")])
        #expect(try messages("still-used", request, at: tomorrow - 60) == [words("cards.flow")])
        #expect(try messages("still-used", request, at: tomorrow + 60) == [words("cards.other")])
    }

    @Test func `a flow is compared with the modules that clients get at the planned time, and a module with the flows`()
        throws
    {
        try home.create("cards.details", kind: "Module", CardTexts.module(), CardTexts.module(requires: #""place""#))
        try home.create("cards.flow", kind: "ModuleFlow", CardTexts.flow)
        try home.publish(1, from: "1.0", of: "cards.details")
        let flow = try home.request(1, from: "1.0", of: "cards.flow")
        let module = try home.request(2, from: "1.0", of: "cards.details")

        try schedule(module, at: tomorrow)
        #expect(try messages("document.missingInput", flow, at: nil) == [])
        #expect(try messages("document.missingInput", flow, at: tomorrow - 60) == [])
        #expect(try messages("document.missingInput", flow, at: tomorrow + 60).count == 1)

        try schedule(flow, at: tomorrow - 600)
        #expect(try messages("breaks-flow", module, at: nil) == [])
        #expect(try messages("breaks-flow", module, at: tomorrow - 660) == [])
        #expect(try messages("breaks-flow", module, at: tomorrow - 540).count == 1)
    }

    @Test func `a module that would contain itself at the planned time cannot be scheduled for it`() throws {
        try home.create("cyc.a", kind: "Module", CardTexts.module())
        try home.create("cyc.b", kind: "Module", CardTexts.module(showing: "cyc.a"), CardTexts.module())
        try home.save(CardTexts.module(showing: "cyc.b"), to: "cyc.a")
        try publish(home.request(1, from: "1.0", of: "cyc.b"), until: tomorrow)
        let request = try home.request(2, from: "1.0", of: "cyc.a")

        let loop = ["`cyc.a` contains itself: `cyc.a` → `cyc.b` → `cyc.a`."]
        #expect(try messages("contains-itself", request, at: nil) == loop)
        #expect(try messages("contains-itself", request, at: tomorrow - 60) == loop)
        #expect(try messages("contains-itself", request, at: tomorrow + 60) == [])
        try schedule(home.request(1, from: "2.0", of: "cyc.b"), at: tomorrow + 60)
        #expect(try messages("contains-itself", request, at: tomorrow + 120) == loop)
    }
}
