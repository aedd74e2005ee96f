import DocumentKinds
import Foundation
import JSONText
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

/// References from documents to features and option lists, with the starter schemas.
struct ReferenceTests {
    private let home: Installation

    init() throws {
        home = try .withStarterSchemas()
    }

    private static func sheet(_ list: String) -> String {
        """
        {"type": "OptionSheet", "title": "School", "dataProvider": {"kind": "dynamic",
          "loader": {"kind": "nextKey", "list": "\(list)"}, "parser": {"value": "/key", "title": "/title"}}}
        """
    }

    private static func flow(module: String, feature: String = "home.list") -> String {
        """
        {"type": "ModuleFlow", "start": "a", "modules": [
          {"id": "a", "content": {"feature": "\(feature)"}, "output": [{"event": "e"}]},
          {"id": "b", "module": "\(module)"}],
         "connections": [{"from": "a", "event": "e", "to": "b", "transition": {"kind": "push"}}]}
        """
    }

    private func create(_ name: String, kind: String, _ text: String) throws {
        try home.create(name, kind: kind, text)
    }

    /// Creates the screen `home.list`, the module `cards.details`, and the flow `cards.flow`, which refers to both.
    private func createCards() throws {
        try create("home.list", kind: "Screen", #"{"type": "Screen", "title": "T", "widgets": []}"#)
        try create(
            "cards.details", kind: "Module",
            #"{"type": "Module", "content": {"element": {"type": "TextView", "text": {"value": "a"}}}}"#)
        try create("cards.flow", kind: "ModuleFlow", Self.flow(module: "cards.details"))
    }

    private func warnings(_ name: String) throws -> [Diagnostic] {
        let feature = try #require(try home.stores.features.feature(named: name))
        let head = try #require(try home.stores.revisions.head(of: name))
        #expect(head.isValid, "\(head.diagnostics)")
        return try home.stores.references.diagnostics(of: head, kind: feature.kind)
    }

    private func addList(_ name: String) throws {
        let file = OptionFile(reading: Array(#"[{"key": "a", "title": "A"}]"#.utf8), as: .json)
        _ = try home.stores.optionLists.import(file.items, into: name, by: .operator)
    }

    @Test func `a reference by a former name is valid and listed as a use until the grace period ends`() throws {
        try create("home.list", kind: "Screen", #"{"type": "Screen", "title": "List", "widgets": []}"#)
        try create("cards.flow", kind: "ModuleFlow", Self.flow(module: "cards.details"))
        let before = try warnings("cards.flow")
        #expect(try home.stores.references.uses(of: "home.list").map(\.feature) == ["cards.flow"])

        let rename = RenameRequest(feature: "home.list", name: "home.cards")
        guard case .renamed = try home.releases.rename(rename, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        #expect(try warnings("cards.flow") == before)
        #expect(try home.stores.references.uses(of: "home.cards").map(\.feature) == ["cards.flow"])
        _ = try home.releases.endGracePeriods(now: Date.now.addingTimeInterval(91 * 86_400))
        #expect(!before.contains { $0.message.contains("`home.list`") })
        #expect(try warnings("cards.flow").contains { $0.message.contains("`home.list`") })
    }

    @Test func `a document that names a missing option list has a warning and cannot be published`() throws {
        try create("school", kind: "OptionSheet", Self.sheet("schols"))
        try addList("schools")

        let found = try warnings("school")
        #expect(found.map(\.code) == ["document.unknownOptionList"])
        #expect(found.first?.pointer.description == "/dataProvider/loader/list")
        #expect(found.first?.range?.start.line == 2 && found.first?.suggestion == "schools")
        let refused = try home.releases.publish(try home.request(1, from: "1.0", of: "school"), by: .operator)
        guard case .refused(.rejected(let problems)) = refused else { throw Unexpected(what: "\(refused)") }
        #expect(problems.map(\.code) == ["unknown-option-list"])
        #expect(problems.first?.pointer == "/dataProvider/loader/list" && problems.first?.line == 2)
        #expect(problems.first?.message == "There is no option list `schols`; did you mean `schools`?")

        try home.save(Self.sheet("schools"), to: "school")
        #expect(try warnings("school").isEmpty)
        try home.publish(2, from: "1.0", of: "school")
    }

    @Test func `features that a flow names must exist and be of the required kind`() throws {
        try create("cards.flow", kind: "ModuleFlow", Self.flow(module: "cards.details"))
        #expect(
            try warnings("cards.flow").map(\.pointer.description) == [
                "/modules/0/content/feature", "/modules/1/module",
            ])

        let screen = #"{"type": "Screen", "title": "T", "widgets": []}"#
        try create("home.list", kind: "Screen", screen)
        try create("cards.details", kind: "Screen", screen)
        #expect(
            try warnings("cards.flow").map(\.message)
                == ["`cards.details` is of the kind Screen; the kind Module is expected here"])
        let refused = try home.releases.publish(try home.request(1, from: "1.0", of: "cards.flow"), by: .operator)
        guard case .refused(.rejected(let problems)) = refused else { throw Unexpected(what: "\(refused)") }
        #expect(problems.map(\.code) == ["other-kind"])
    }

    private static func module(showing feature: String) -> String {
        #"{"type": "Module", "content": {"feature": "\#(feature)"}}"#
    }

    private func refusal(_ outcome: ReleaseOutcome) throws -> [ReleaseProblem] {
        guard case .refused(.rejected(let problems)) = outcome else { throw Unexpected(what: "\(outcome)") }
        return problems
    }

    private static let loops = [
        ("Module", module(showing: "cyc.a"), "/content/feature"),
        (
            "TabContainer", #"{"type": "TabContainer", "modules": [{"id": "a", "module": "cyc.a"}]}"#,
            "/modules/0/module"
        ),
        ("ModuleFlow", flow(module: "cyc.b", feature: "cyc.a"), "/modules/0/content/feature"),
    ]

    @Test(arguments: Self.loops)
    func `a module that contains itself has a warning at the reference and cannot be published`(
        _ kind: String, _ text: String, _ pointer: String
    ) throws {
        try create("cyc.b", kind: "Module", Self.module(showing: "cyc.c"))
        try create("cyc.c", kind: "Screen", #"{"type": "Screen", "title": "T", "widgets": []}"#)
        try create("cyc.a", kind: kind, text)
        let found = try #require(try warnings("cyc.a").first { $0.code == "document.containsItself" })
        #expect(found.message == "`cyc.a` contains itself" && found.pointer.description == pointer)
        #expect(found.severity == .warning)

        let outcome = try home.releases.publish(try home.request(1, from: "1.0", of: "cyc.a"), by: .operator)
        let problem = try #require(try refusal(outcome).first { $0.code == "contains-itself" })
        #expect(problem.message == "`cyc.a` contains itself." && problem.pointer == pointer)
    }

    @Test func `a loop through live rules of other features is refused for the versions that would get it`() throws {
        let screen = #"{"type": "Screen", "title": "T", "widgets": []}"#
        try create("home.list", kind: "Screen", screen)
        try create("cyc.a", kind: "Module", Self.module(showing: "home.list"))
        try create("cyc.c", kind: "Module", Self.module(showing: "cyc.a"))
        try create("cyc.b", kind: "Module", Self.module(showing: "cyc.c"))
        try home.publish(1, from: "1.0", of: "cyc.c")
        try home.publish(1, from: "3.0", of: "cyc.b")
        #expect(try warnings("cyc.b").isEmpty)
        try home.save(Self.module(showing: "cyc.b"), to: "cyc.a")

        let path = "`cyc.a` contains itself: `cyc.a` → `cyc.b` → `cyc.c` → `cyc.a`"
        #expect(try warnings("cyc.a").map(\.message) == [path])
        #expect(try warnings("cyc.b").map(\.code) == ["document.containsItself"])
        let refused = try home.releases.publish(try home.request(2, from: "2.0", of: "cyc.a"), by: .operator)
        #expect(try refusal(refused).map(\.message) == [path + "."])
        // Clients before 3.0 and on Android get no `cyc.b`, so they get no loop.
        var old = RuleRequest(feature: "cyc.a", revision: 2, platform: "ios", from: try ClientVersion("1.0"))
        old.until = try ClientVersion("3.0")
        guard case .released = try home.releases.publish(PublishRequest([old]), by: .operator) else {
            throw Unexpected(what: "not published before 3.0")
        }
        try home.publish(2, from: "1.0", on: "android", of: "cyc.a")
        // With a newer rule without the reference there is no loop.
        try home.save(Self.module(showing: "home.list"), to: "cyc.c")
        try home.publish(2, from: "3.0", of: "cyc.c")
        try home.publish(2, from: "3.0", of: "cyc.a")
    }

    @Test func `every reference that leads back to the module is reported, even if the loops share a module`() throws {
        try create("cyc.c", kind: "Module", Self.module(showing: "cyc.a"))
        for feature in ["cyc.b", "cyc.d"] { try create(feature, kind: "Module", Self.module(showing: "cyc.c")) }
        try create(
            "cyc.a", kind: "TabContainer",
            #"{"type": "TabContainer", "modules": [{"id": "b", "module": "cyc.b"}, {"id": "d", "module": "cyc.d"}]}"#)
        #expect(
            try warnings("cyc.a").filter { $0.code == "document.containsItself" }.map(\.message) == [
                "`cyc.a` contains itself: `cyc.a` → `cyc.b` → `cyc.c` → `cyc.a`",
                "`cyc.a` contains itself: `cyc.a` → `cyc.d` → `cyc.c` → `cyc.a`",
            ])
    }

    @Test func `a loop between rules of one release is refused for each of its features`() throws {
        try create("home.list", kind: "Screen", #"{"type": "Screen", "title": "T", "widgets": []}"#)
        try create("cyc.a", kind: "Module", Self.module(showing: "home.list"))
        try create("cyc.b", kind: "Module", Self.module(showing: "cyc.a"))
        try home.save(Self.module(showing: "cyc.b"), to: "cyc.a")
        func rule(_ feature: String, _ revision: Int) throws -> RuleRequest {
            RuleRequest(feature: feature, revision: revision, platform: "ios", from: try ClientVersion("1.0"))
        }
        let outcome = try home.releases.publish(PublishRequest([rule("cyc.a", 2), rule("cyc.b", 1)]), by: .operator)
        #expect(
            try refusal(outcome).map(\.message) == [
                "`cyc.a` contains itself: `cyc.a` → `cyc.b` → `cyc.a`.",
                "`cyc.b` contains itself: `cyc.b` → `cyc.a` → `cyc.b`.",
            ])
        let fine = try home.releases.publish(PublishRequest([rule("cyc.a", 1), rule("cyc.b", 1)]), by: .operator)
        guard case .released = fine else { throw Unexpected(what: "\(fine)") }
    }

    /// Creates `loop.p` and `loop.q` and publishes revision 1 of each. Revision 2 of `loop.p` and revision 1 of
    /// `loop.q` would contain each other. Returns a request that publishes revision 2 of both.
    private func createHalves(from version: String) throws -> PublishRequest {
        try create("home.list", kind: "Screen", #"{"type": "Screen", "title": "T", "widgets": []}"#)
        try create("loop.p", kind: "Module", Self.module(showing: "home.list"))
        try create("loop.q", kind: "Module", Self.module(showing: "loop.p"))
        try home.save(Self.module(showing: "loop.q"), to: "loop.p")
        try home.save(Self.module(showing: "home.list"), to: "loop.q")
        for feature in ["loop.p", "loop.q"] { try home.publish(1, from: "1.0", of: feature) }
        return try PublishRequest(
            ["loop.p", "loop.q"].map { feature in
                RuleRequest(feature: feature, revision: 2, platform: "ios", from: try ClientVersion(version))
            })
    }

    private static let loopMessages = ["`loop.p` contains itself: `loop.p` → `loop.q` → `loop.p`."]

    @Test(arguments: [0, 10] as [RolloutPercent])
    func `a rollout is refused if the rules of clients outside its share make a loop with its revision`(
        _ percent: RolloutPercent
    ) throws {
        let request = try createHalves(from: "1.0")
        let steps = [RolloutStep(percent: percent, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        let plan = RolloutPlan(name: "slow", steps: steps, author: "operator", createdAt: .now)

        let refused = try home.stores.rollouts.start(request, plan: plan, by: .operator)

        #expect(try refusal(refused).map(\.message) == Self.loopMessages)
        let whole = try home.releases.publish(request, by: .operator)
        guard case .released = whole else { throw Unexpected(what: "\(whole)") }
    }

    @Test func `a rule for a share of the clients is refused if the lower rule makes a loop for the others`() throws {
        var request = try createHalves(from: "9.0")
        request.rules[1].percent = 10
        #expect(try refusal(try home.releases.publish(request, by: .operator)).map(\.message) == Self.loopMessages)
        // The lower rules of a switched-off feature count too, because a publish switches the platform on.
        _ = try home.releases.switchOff(SwitchRequest(feature: "loop.q", reason: "Crashes"), by: .operator)
        #expect(try refusal(try home.releases.publish(request, by: .operator)).map(\.message) == Self.loopMessages)

        request.rules[1].percent = 100
        let whole = try home.releases.publish(request, by: .operator)
        guard case .released = whole else { throw Unexpected(what: "\(whole)") }
    }

    @Test func `a removal warns if the next lower rule makes a loop`() throws {
        try create("home.list", kind: "Screen", #"{"type": "Screen", "title": "T", "widgets": []}"#)
        try create("loop.r", kind: "Module", Self.module(showing: "home.list"))
        try create("loop.s", kind: "Module", Self.module(showing: "loop.r"))
        try home.save(Self.module(showing: "loop.s"), to: "loop.r")
        try home.save(Self.module(showing: "home.list"), to: "loop.s")
        try home.publish(1, from: "1.0", of: "home.list")
        try home.publish(1, from: "1.0", of: "loop.r")
        try home.publish(1, from: "1.0", of: "loop.s")
        for version in ["9.0", "10.0"] { try home.publish(2, from: version, of: "loop.s") }
        try home.publish(2, from: "9.0", until: "11.0", of: "loop.r")
        func warnings(from version: String) throws -> [String] {
            let request = RemovalRequest(
                feature: "loop.s", platform: "ios", from: try ClientVersion(version), reason: "Old")
            guard case .planned(let plan) = try home.releases.planRemoval(request, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            return plan.warnings.filter { $0.code == "contains-itself" }.map(\.message)
        }

        #expect(try warnings(from: "9.0") == ["`loop.s` contains itself: `loop.s` → `loop.r` → `loop.s`."])
        // Removing the rule from 10.0 or the rule from 1.0 makes no loop.
        #expect(try warnings(from: "10.0").isEmpty)
        #expect(try warnings(from: "1.0").isEmpty)
    }

    @Test func `a reference to a feature that is not live on the platform is a warning of the release`() throws {
        try createCards()
        try home.publish(1, from: "1.0", of: "home.list")
        try home.publish(1, from: "1.0", on: "android", of: "cards.details")

        let outcome = try home.releases.publish(try home.request(1, from: "1.0", of: "cards.flow"), by: .operator)
        guard case .released(_, let warnings) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(warnings.map(\.code) == ["reference-not-live"])
        #expect(warnings.first?.pointer == "/modules/1/module")
    }

    @Test func `a rollback that makes two features live again does not warn that one refers to the other`() throws {
        try createCards()
        for name in ["home.list", "cards.details", "cards.flow"] { try home.publish(1, from: "1.0", of: name) }
        let both = try home.releases.newest()
        for name in ["cards.flow", "cards.details"] {
            let request = RollbackRequest(feature: name, toRelease: 0, reason: "")
            _ = try Installation.released(home.releases.rollback(request, by: .operator))
        }
        func codes(_ target: RollbackTarget) throws -> [String] {
            let request = RollbackRequest(target, reason: "")
            guard case .planned(let plan) = try home.releases.planRollback(request, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            return plan.warnings.map(\.code)
        }

        #expect(try codes(.feature("cards.flow", afterRelease: both)).contains("reference-not-live"))
        let moment = try #require(try home.releases.release(both)).createdAt
        #expect(try !codes(.moment(moment)).contains("reference-not-live"))
    }

    @Test func `a feature published in the same release is live for a document that contains its former name`() throws {
        try createCards()
        try home.publish(1, from: "1.0", of: "home.list")
        let renaming = RenameRequest(feature: "cards.details", name: "cards.page", graceDays: 7)
        guard case .renamed = try home.releases.rename(renaming, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        let version = try ClientVersion("1.0")
        let rules = ["cards.page", "cards.flow"].map {
            RuleRequest(feature: $0, revision: 1, platform: "ios", from: version)
        }

        for part in [rules, [rules[1]]] {
            let outcome = try home.releases.planPublish(PublishRequest(part), by: .operator)
            guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
            let found = plan.warnings.filter { $0.code == "reference-not-live" }.map(\.message)
            #expect(found == (part.count == 2 ? [] : ["`cards.details` is not live on iOS."]))
        }
    }

    @Test func `a rule that a release switches on again is live for a document of the same release`() throws {
        try createCards()
        try home.publish(1, from: "1.0", of: "home.list")
        try home.publish(1, from: "2.0", of: "cards.details")
        let off = SwitchRequest(feature: "cards.details", reason: "Crashes")
        _ = try Installation.released(home.releases.switchOff(off, by: .operator))
        func warnings(from version: String) throws -> [String] {
            let rules = [
                RuleRequest(feature: "cards.details", revision: 1, platform: "ios", from: try ClientVersion("3.0")),
                RuleRequest(feature: "cards.flow", revision: 1, platform: "ios", from: try ClientVersion(version)),
            ]
            let outcome = try home.releases.planPublish(PublishRequest(rules), by: .operator)
            guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
            return plan.warnings.filter { $0.code == "reference-not-live" }.map(\.message)
        }

        #expect(try warnings(from: "2.0") == [])
        #expect(try warnings(from: "1.0") == ["`cards.details` is not live for iOS clients from 1.0 until 2.0."])
    }

    @Test func `a reference to a feature that is not live for some versions is a warning with those versions`() throws {
        try createCards()
        try home.publish(1, from: "1.0", of: "home.list")
        try home.publish(1, from: "3.0", of: "cards.details")

        let outcome = try home.releases.publish(try home.request(1, from: "1.0", of: "cards.flow"), by: .operator)
        guard case .released(_, let warnings) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(
            warnings.map(\.message) == ["`cards.details` is not live for iOS clients from 1.0 until 3.0."])
    }

    @Test func `a rollback of several features warns of the documents that still use each of them`() throws {
        try createCards()
        try home.publish(1, from: "2.0", of: "cards.flow")
        let since = Date.now
        try home.publish(1, from: "1.0", of: "home.list")
        try home.publish(1, from: "3.0", of: "cards.details")

        let outcome = try home.releases.planRollback(RollbackRequest(.moment(since), reason: "x"), by: .operator)

        guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(
            plan.warnings.filter { $0.code == "still-used" }.map(\.message) == [
                "`cards.flow` (revision 1, line 3) still uses `cards.details` for iOS clients from 3.0 on.",
                "`cards.flow` (revision 1, line 2) still uses `home.list` for iOS clients from 2.0 on.",
            ])
    }

    @Test func `a rollback to a document whose option list no longer exists is made with a warning`() throws {
        try create("school", kind: "OptionSheet", Self.sheet("schools"))
        try addList("schools")
        try home.publish(1, from: "1.0", of: "school")
        try home.save(Self.sheet("schools").replacing("School", with: "Schools"), to: "school")
        try home.publish(2, from: "1.0", of: "school")
        try home.pool.withConnection { try $0.execute("UPDATE option_list SET name = 'other'") }

        let request = RollbackRequest(feature: "school", toRelease: 1, reason: "Wrong title")
        let outcome = try home.releases.rollback(request, by: .operator)
        guard case .released(_, let warnings) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(warnings.map(\.code) == ["unknown-option-list"])
    }
}

/// The contracts between flows and the modules that they name, which belong to other features.
struct ModuleContractTests {
    private let home: Installation

    init() throws {
        home = try .withStarterSchemas()
        guard case .created = try home.stores.features.create(name: "cards.details", kind: "Module", by: .operator),
            case .created = try home.stores.features.create(name: "cards.flow", kind: "ModuleFlow", by: .operator)
        else { throw Unexpected(what: "the features were not created") }
    }

    private static func module(requires names: String, id: String = #"{"type": "string"}"#) -> String {
        """
        {"type": "Module", "content": {"element": {"type": "TextView", "text": {"value": "a"}}},
         "input": {"type": "object", "properties": {"id": \(id), "place": {"type": "string"}},
                   "required": [\(names)]}}
        """
    }

    private static func flow(requires names: String) -> String {
        """
        {"type": "ModuleFlow", "start": "a", "modules": [
          {"id": "a", "content": {"element": {"type": "TextView", "text": {"value": "a"}}},
           "output": [{"event": "e", "payload": {"type": "object", "properties": {"id": {"type": "string"}},
                                                 "required": [\(names)]}}]},
          {"id": "b", "module": "cards.details"}],
         "connections": [{"from": "a", "event": "e", "to": "b", "map": {"/id": "/id"}, "transition": {"kind": "push"}}]}
        """
    }

    private func refusal(of name: String, _ revision: Int = 1) throws -> [ReleaseProblem] {
        let outcome = try home.releases.publish(try home.request(revision, from: "1.0", of: name), by: .operator)
        guard case .refused(.rejected(let problems)) = outcome else { throw Unexpected(what: "\(outcome)") }
        return problems
    }

    @Test(arguments: [
        (#""id""#, #"{"type": "string"}"#, "", "document.optionalSource"),
        (#""id""#, #"{"enum": ["x", "y"]}"#, #""id""#, "document.mapType"),
        (#""id", "place""#, #"{"type": "string"}"#, #""id""#, "document.missingInput"),
    ])
    func `a flow that does not fit the module of another feature is refused`(
        _ required: String, _ id: String, _ sent: String, _ code: String
    ) throws {
        try home.save(Self.module(requires: required, id: id), to: "cards.details")
        try home.save(Self.flow(requires: sent), to: "cards.flow")
        let head = try #require(try home.stores.revisions.head(of: "cards.flow"))
        #expect(head.isValid)
        let warnings = try home.stores.references.diagnostics(of: head, kind: "ModuleFlow")
        #expect(warnings.map(\.code) == [code] && warnings.allSatisfy { $0.severity == .warning })
        #expect(try refusal(of: "cards.flow").map(\.code) == [code])

        try home.publish(1, from: "1.0", of: "cards.details")
        let problem = try #require(try refusal(of: "cards.flow").first)
        #expect(problem.code == code && problem.line == 6 && problem.version == "1.0")
    }

    @Test func `publishing a module whose input a live flow does not provide has a warning`() throws {
        try home.save(Self.module(requires: #""id""#), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(1, from: "1.0", of: "cards.flow")

        try home.save(Self.module(requires: #""id", "place""#), to: "cards.details")
        let outcome = try home.releases.publish(
            try home.request(2, from: "1.0", of: "cards.details"), by: .operator)
        guard case .released(_, let warnings) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(warnings.map(\.code) == ["breaks-flow"] && warnings.first?.feature == "cards.flow")
    }

    @Test func `a flow is checked against the module published in the same release`() throws {
        try home.save(Self.module(requires: #""id""#), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(1, from: "1.0", of: "cards.flow")
        try home.save(Self.module(requires: #""id", "place""#), to: "cards.details")
        try home.save(
            Self.flow(requires: #""id", "place""#).replacing(
                #"{"id": {"type": "string"}}"#, with: #"{"id": {"type": "string"}, "place": {"type": "string"}}"#
            ).replacing(#"{"/id": "/id"}"#, with: #"{"/id": "/id", "/place": "/place"}"#), to: "cards.flow")
        func rule(_ feature: String, _ revision: Int) throws -> RuleRequest {
            RuleRequest(feature: feature, revision: revision, platform: "ios", from: try ClientVersion("1.0"))
        }

        let wrong = try home.releases.publish(
            PublishRequest([rule("cards.details", 2), rule("cards.flow", 1)]), by: .operator)
        guard case .refused(.rejected(let problems)) = wrong else { throw Unexpected(what: "\(wrong)") }
        #expect(problems.map(\.code) == ["document.missingInput"])

        let right = try home.releases.publish(
            PublishRequest([rule("cards.details", 2), rule("cards.flow", 2)]), by: .operator)
        guard case .released(_, let warnings) = right else { throw Unexpected(what: "\(right)") }
        #expect(warnings.allSatisfy { $0.code != "breaks-flow" })
    }

    @Test func `a flow that contains a module's former name is checked against the module of the same release`() throws
    {
        try home.save(Self.module(requires: #""id""#), to: "cards.details")
        try home.save(Self.module(requires: #""id", "place""#), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        let renaming = RenameRequest(feature: "cards.details", name: "cards.page", graceDays: 7)
        guard case .renamed = try home.releases.rename(renaming, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        func problems(_ live: Int, _ new: Int) throws -> [String] {
            try home.publish(live, from: "1.0", of: "cards.page")
            let version = try ClientVersion("1.0")
            let rules = [("cards.page", new), ("cards.flow", 1)].map {
                RuleRequest(feature: $0, revision: $1, platform: "ios", from: version)
            }
            switch try home.releases.planPublish(PublishRequest(rules), by: .operator) {
            case .planned: return []
            case .refused(.rejected(let problems)): return problems.map(\.code)
            case let other: throw Unexpected(what: "\(other)")
            }
        }

        #expect(try problems(1, 2) == ["document.missingInput"])
        #expect(try problems(2, 1) == [])
    }

    @Test
    func `a module is compared with a flow of the same release for the clients that keep the flow's old revision`()
        throws
    {
        try home.save(Self.module(requires: #""id""#), to: "cards.details")
        try home.save(Self.module(requires: #""id", "place""#), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        try home.save(
            Self.flow(requires: #""id", "place""#).replacing(
                #"{"id": {"type": "string"}}"#, with: #"{"id": {"type": "string"}, "place": {"type": "string"}}"#
            ).replacing(#"{"/id": "/id"}"#, with: #"{"/id": "/id", "/place": "/place"}"#), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(1, from: "1.0", of: "cards.flow")
        func warns(from version: String) throws -> Bool {
            let rules = [
                RuleRequest(feature: "cards.details", revision: 2, platform: "ios", from: try ClientVersion("1.0")),
                RuleRequest(feature: "cards.flow", revision: 2, platform: "ios", from: try ClientVersion(version)),
            ]
            let outcome = try home.releases.planPublish(PublishRequest(rules), by: .operator)
            guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
            return plan.warnings.contains { $0.code == "breaks-flow" }
        }

        #expect(try !warns(from: "1.0"))
        #expect(try warns(from: "3.0"))
    }

    @Test func `a module is compared only with flows that its clients get`() throws {
        try home.save(Self.module(requires: #""id""#), to: "cards.details")
        try home.save(Self.module(requires: #""id", "place""#), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        try home.save(Self.flow(requires: #""id""#).replacing("cards.details", with: "cards.other"), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(1, from: "5.0", of: "cards.flow")
        func warns(from: String, until: String? = nil) throws -> Bool {
            let request = try home.request(2, from: from, until: until, of: "cards.details")
            guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            return plan.warnings.contains { $0.code == "breaks-flow" }
        }

        #expect(try warns(from: "1.0"))
        #expect(try warns(from: "1.0", until: "5.1"))
        #expect(try !warns(from: "1.0", until: "5.0"))
        // Clients from 7.0 on get another revision of the flow, which does not use the module.
        guard case .created = try home.stores.features.create(name: "cards.other", kind: "Module", by: .operator) else {
            throw Unexpected(what: "not created")
        }
        try home.save(Self.module(requires: #""id""#), to: "cards.other")
        try home.publish(2, from: "7.0", of: "cards.flow")
        #expect(try warns(from: "6.0"))
        #expect(try !warns(from: "7.0"))
    }

    /// Creates two modules and a flow that passes a value from one to the other. The value is a string in revision 1 of
    /// both modules, and an integer in revision 2.
    private func createPair() throws {
        for name in ["cards.list", "cards.pay"] {
            guard case .created = try home.stores.features.create(name: name, kind: "Module", by: .operator) else {
                throw Unexpected(what: "\(name) was not created")
            }
        }
        for type in ["string", "integer"] {
            let data = #"{"type": "object", "properties": {"id": {"type": "\#(type)"}}, "required": ["id"]}"#
            let content = #""content": {"element": {"type": "TextView", "text": {"value": "\#(type)"}}}"#
            try home.save(
                #"{"type": "Module", \#(content), "output": [{"event": "e", "payload": \#(data)}]}"#, to: "cards.list")
            try home.save(#"{"type": "Module", \#(content), "input": \#(data)}"#, to: "cards.pay")
        }
        try home.save(
            """
            {"type": "ModuleFlow", "start": "a",
             "modules": [{"id": "a", "module": "cards.list"}, {"id": "b", "module": "cards.pay"}],
             "connections": [{"from": "a", "event": "e", "to": "b", "map": {"/id": "/id"}, "transition": {"kind": "push"}}]}
            """, to: "cards.flow")
    }

    @Test func `a flow is checked with each combination of its modules' revisions that a client may get`() throws {
        try createPair()
        for name in ["cards.list", "cards.pay"] {
            try home.publish(1, from: "1.0", of: name)
            try home.publish(2, from: "2.0", of: name)
        }
        let request = try home.request(1, from: "1.0", of: "cards.flow")
        guard case .planned = try home.releases.planPublish(request, by: .operator) else {
            throw Unexpected(what: "refused")
        }

        // Both modules fit each other for every version, but the rollouts choose their clients independently.
        for name in ["cards.list", "cards.pay"] { try home.publish(2, from: "1.5", percent: 10, of: name) }
        let problems = try refusal(of: "cards.flow")
        #expect(problems.map(\.code) == ["document.mapType", "document.mapType"])
        #expect(problems.map(\.version) == ["1.5", "1.5"])
    }

    @Test func `publishing a module that does not fit another module of a live flow has a warning`() throws {
        try createPair()
        for name in ["cards.list", "cards.pay", "cards.flow"] { try home.publish(1, from: "1.0", of: name) }
        func warnings(_ revision: Int) throws -> [String] {
            let request = try home.request(revision, from: "2.0", of: "cards.pay")
            guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            return plan.warnings.map(\.code).filter { $0 == "breaks-flow" }
        }
        #expect(try warnings(2) == ["breaks-flow"])
        let first = try #require(try home.stores.revisions.revision(of: "cards.pay", number: 1))
        let text = String(decoding: first.bytes, as: UTF8.self)
        try home.save(text.replacing(#""value": "string""#, with: #""value": "other""#), to: "cards.pay")
        #expect(try warnings(3) == [])
    }

    @Test func `the refusal of a flow names the versions that get the incompatible module`() throws {
        try home.save(Self.module(requires: #""id""#), to: "cards.details")
        try home.save(Self.module(requires: #""id", "place""#), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(2, from: "3.0", of: "cards.details")
        #expect(try refusal(of: "cards.flow").map(\.version) == ["3.0"])
    }

    @Test func `the uses of a feature are the live and newest revisions that name it, with pointer and line`() throws {
        try home.save(Self.module(requires: ""), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(1, from: "1.0", of: "cards.flow")
        let uses = try home.stores.references.uses(of: "cards.details")
        #expect(uses.map(\.feature) == ["cards.flow"] && uses.map(\.pointer) == ["/modules/1/module"])
        #expect(uses.first.map { $0.line == 5 && $0.isLive && $0.isNewest && $0.revision == 1 } == true)

        try home.save(Self.flow(requires: #""id""#).replacing("cards.details", with: "cards.other"), to: "cards.flow")
        let later = try home.stores.references.uses(of: "cards.details")
        #expect(later.map(\.isLive) == [true] && later.map(\.isNewest) == [false])
        #expect(try home.stores.references.uses(of: "cards.other").map(\.isNewest) == [true])
        #expect(try home.stores.references.uses(of: "cards.flow").isEmpty)
    }

    @Test func `a release that takes a feature from clients warns of live documents that still use it`() throws {
        try home.save(Self.module(requires: ""), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(1, from: "3.0", of: "cards.details")
        try home.publish(1, from: "2.0", of: "cards.flow")

        // The clients of the removed rule get the rule from 1.0, so nothing is lost.
        #expect(try lost(try home.releases.remove(removal(from: "3.0"), by: .operator)).isEmpty)
        #expect(
            try lost(try home.releases.planRemoval(removal(from: "1.0"), by: .operator)) == [
                "`cards.flow` (revision 1, line 5) still uses `cards.details` for iOS clients from 2.0 on."
            ])
        let off = SwitchRequest(feature: "cards.details", reason: "Crashes")
        #expect(try lost(try home.releases.planSwitchOff(off, by: .operator)).count == 1)
        let android = SwitchRequest(feature: "cards.details", platform: "android", reason: "Crashes")
        #expect(try lost(try home.releases.planSwitchOff(android, by: .operator)).isEmpty)
        _ = try home.releases.switchOff(SwitchRequest(feature: "cards.flow", reason: "Crashes"), by: .operator)
        #expect(try lost(try home.releases.planSwitchOff(off, by: .operator)).isEmpty)
    }

    @Test func `a release warns of its own documents that still use a feature, for clients that get them`()
        throws
    {
        try home.save(Self.module(requires: ""), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        let own =
            #""content": {"element": {"type": "TextView", "text": {"value": "a"}}}, "#
            + #""input": {"type": "object", "properties": {"id": {"type": "string"}}}"#
        try home.save(
            Self.flow(requires: #""id""#).replacing(#""module": "cards.details""#, with: own), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(1, from: "2.0", of: "cards.flow")
        let version = try ClientVersion("1.0")
        var narrow = RuleRequest(feature: "cards.details", revision: 1, platform: "ios", from: version)
        narrow.until = try ClientVersion("3.0")
        let android = ["cards.details", "cards.flow"].map {
            RuleRequest(feature: $0, revision: 1, platform: "android", from: version)
        }
        let words = "`cards.flow` (revision 1, line 5) still uses `cards.details` for iOS clients"

        for rules in [[narrow], [narrow] + android] {
            #expect(
                try lost(home.releases.planPublish(PublishRequest(rules), by: .operator)) == ["\(words) from 3.0 on."])
        }
        // Clients from 6.0 on get a revision of the flow without the module.
        try home.publish(2, from: "6.0", of: "cards.flow")
        #expect(
            try lost(home.releases.planPublish(PublishRequest([narrow]), by: .operator))
                == ["\(words) from 3.0 until 6.0."])
    }

    @Test func `warnings about uses state the name that the document contains, even after a rename`() throws {
        try home.save(Self.module(requires: ""), to: "cards.details")
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        try home.publish(1, from: "1.0", of: "cards.details")
        try home.publish(1, from: "2.0", of: "cards.flow")

        var renaming = RenameRequest(feature: "cards.details", name: "cards.page", graceDays: 0)
        #expect(
            try home.stores.references.warnings(of: renaming).map(\.message) == [
                "`cards.flow` (revision 1, line 5) still uses `cards.details`, which no longer works."
            ])
        renaming.graceDays = 7
        #expect(try home.stores.references.warnings(of: renaming).isEmpty)
        guard case .renamed = try home.releases.rename(renaming, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        #expect(try home.stores.references.uses(of: "cards.page").map(\.name) == ["cards.details"])
        let off = SwitchRequest(feature: "cards.page", reason: "Crashes")
        #expect(
            try lost(try home.releases.planSwitchOff(off, by: .operator)) == [
                "`cards.flow` (revision 1, line 5) still uses `cards.details` for iOS clients from 2.0 on."
            ])
        // The rename ends the name `cards.page`, but `cards.details` has a grace period of its own.
        let again = RenameRequest(feature: "cards.page", name: "cards.sheet", graceDays: 0)
        #expect(try home.stores.references.warnings(of: again).isEmpty)
    }

    private func removal(from version: String) throws -> RemovalRequest {
        RemovalRequest(
            feature: "cards.details", platform: "ios", from: try ClientVersion(version), reason: "Old")
    }

    /// Returns the warnings about documents that still use a feature that clients no longer get.
    private func lost(_ outcome: ReleaseOutcome) throws -> [String] {
        guard case .released(_, let warnings) = outcome else { throw Unexpected(what: "\(outcome)") }
        return warnings.filter { $0.code == "still-used" }.map(\.message)
    }

    private func lost(_ outcome: PlanOutcome) throws -> [String] {
        guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
        return plan.warnings.filter { $0.code == "still-used" }.map(\.message)
    }

    @Test func `references that are missing for earlier revisions are stored later`() throws {
        try home.save(Self.flow(requires: #""id""#), to: "cards.flow")
        let owner = try home.connectAsOwner()
        for table: SQL in ["revision_reference", "revision_reference_list"] {
            try owner.execute("ALTER TABLE \(table) DISABLE TRIGGER USER")
            try owner.execute("DELETE FROM \(table)")
        }
        #expect(try home.stores.references.uses(of: "cards.details").isEmpty)
        try home.stores.references.storeOlder()
        try home.stores.references.storeOlder()
        #expect(try home.stores.references.uses(of: "cards.details").map(\.line) == [5])
    }
}
