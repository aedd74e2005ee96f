import Foundation
import Publishing
import Testing

@Suite("Owners, tags, archives and clones") struct FeatureSettingsTests {
    private let home: Installation
    private var features: FeatureStore { home.stores.features }

    init() throws {
        home = try Installation()
        try home.feature("home.offers")
        try home.feature("home.banner", titles: [])
    }

    private func names(_ filter: FeatureFilter) throws -> [String] {
        let list = try features.list(filter)
        #expect(list.total == list.features.count)
        return list.features.map(\.feature.name)
    }

    @Test func `owners and tags filter the list, and every change is audited`() throws {
        let wanted = FeatureLabels(owner: "تیم رشد", tags: FeatureLabels.tags(in: "Spring, نوروز spring  a-b"))
        #expect(wanted.tags == ["spring", "نوروز", "a-b"])
        #expect(try features.label("home.offers", by: .operator) { $0 = wanted } == .changed(wanted))
        #expect(try features.label("home.offers", by: .operator) { $0 = wanted } == .unchanged(wanted))
        #expect(try features.summary(of: "home.offers")?.labels == wanted)

        #expect(try names(.matching(owner: "تیم رشد")) == ["home.offers"])
        #expect(try names(.matching(owner: "تیم")) == [])
        #expect(try names(.matching(tag: "نوروز")) == ["home.offers"])
        #expect(try names(.matching(owner: "تیم رشد", tag: "winter")) == [])
        let labels = try features.labels()
        #expect(labels.owners == ["تیم رشد"])
        #expect(Set(labels.tags) == Set(wanted.tags))

        #expect(try features.label("home.offers", by: .operator) { $0.owner = "" } != .unchanged(wanted))
        var filter = AuditFilter()
        filter.subject = "home.offers"
        let actions = try home.stores.audit.events(matching: filter).map(\.action)
        #expect(actions.prefix(3) == ["feature.owner-changed", "feature.tags-changed", "feature.owner-changed"])
    }

    @Test func `the owners and tags to choose from are those in use by features that are not archived`() throws {
        func label(_ feature: String, _ owner: String, _ tags: [String]) throws {
            _ = try features.label(feature, by: .operator) { $0 = FeatureLabels(owner: owner, tags: tags) }
        }
        func check(_ owners: [String], _ tags: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
            let labels = try features.labels()
            #expect(labels.owners == owners, sourceLocation: sourceLocation)
            #expect(labels.tags == tags, sourceLocation: sourceLocation)
        }

        try check([], [])
        try label("home.offers", "growth", ["spring", "cards"])
        try label("home.banner", "cards team", ["spring", "winter"])
        try check(["cards team", "growth"], ["cards", "spring", "winter"])
        try label("home.offers", "growth", ["autumn"])
        try check(["cards team", "growth"], ["autumn", "spring", "winter"])
        #expect(try features.archive("home.banner", reason: "Replaced", by: .operator) == .done)
        try check(["growth"], ["autumn"])
        try label("home.offers", "", [])
        try check([], [])
        #expect(try features.restore("home.banner", by: .operator) == .done)
        try check(["cards team"], ["spring", "winter"])
    }

    @Test func `labels that are too long, too many or have invisible characters are refused`() throws {
        func outcome(_ owner: String, _ tags: [String]) throws -> LabelOutcome {
            try features.label("home.offers", by: .operator) { $0 = FeatureLabels(owner: owner, tags: tags) }
        }

        #expect(try outcome(String(repeating: "o", count: 101), []) == .ownerTooLong)
        let long = String(repeating: "t", count: 51)
        #expect(try outcome("", [long]) == .tagTooLong(long))
        #expect(try outcome("", (1...21).map { "t\($0)" }) == .tooManyTags)
        #expect(try outcome("a\u{202E}b", []) == .invisibleCharacters("a\u{202E}b"))
        #expect(try outcome("", ["a\u{0}b"]) == .invisibleCharacters("a\u{0}b"))
        #expect(try outcome("\u{200B}", []) == .invisibleCharacters("\u{200B}"))
        #expect(try outcome("Growth", ["spring", "\u{2060}\u{AD}"]) == .invisibleCharacters("\u{2060}\u{AD}"))
        #expect(try features.label("nowhere", by: .operator) { $0.owner = "x" } == .noSuchFeature)
    }

    @Test func `an archived feature is not listed and cannot be released until it is restored`() throws {
        try home.publish(1, from: "9.0")
        guard case .live(let platforms) = try features.archive("home.offers", reason: "", by: .operator) else {
            throw Unexpected(what: "a live feature was archived")
        }
        #expect(platforms.map(\.name) == ["ios"])
        let off = SwitchRequest(feature: "home.offers", reason: "Replaced")
        _ = try Installation.released(home.releases.switchOff(off, by: .operator))

        let schedules = home.stores.schedules
        let tomorrow = Date.now + 86_400
        guard
            case .scheduled(let schedule, _, _) = try schedules.add(
                home.request(1, from: "9.0"), at: tomorrow, by: .operator)
        else { throw Unexpected(what: "not scheduled") }
        #expect(try features.archive("home.offers", reason: "Replaced", by: .operator) == .scheduled([schedule.id]))
        _ = try schedules.cancel(schedule.id, by: .operator)
        #expect(try features.archive("home.offers", reason: "Replaced", by: .operator) == .done)
        #expect(try features.archive("home.offers", reason: "Replaced", by: .operator) == .unchanged)
        #expect(try names(.all) == ["home.banner"])
        #expect(try names(.matching(state: .switchedOff)) == [])
        #expect(try names(.matching(state: .archived)) == ["home.offers"])
        let archived = try features.summary(of: "home.offers")
        #expect(archived?.archive?.reason == "Replaced")
        #expect(archived?.state == .archived)
        #expect(try home.stores.search.search("Two").matches.isEmpty)

        func problem(_ outcome: ReleaseOutcome) -> [String] {
            guard case .refused(.rejected(let problems)) = outcome else { return [] }
            return problems.map(\.code)
        }
        let publish = try home.request(2, from: "9.0")
        #expect(problem(try home.releases.publish(publish, by: .operator)) == ["archived"])
        #expect(problem(try home.releases.switchOn(off, by: .operator)) == ["archived"])
        let back = RollbackRequest(feature: "home.offers", toRelease: 1, reason: "x")
        #expect(problem(try home.releases.rollback(back, by: .operator)) == ["archived"])

        #expect(try features.restore("home.offers", by: .operator) == .done)
        #expect(try features.restore("home.offers", by: .operator) == .unchanged)
        #expect(try names(.matching(state: .switchedOff)) == ["home.offers"])
        _ = try Installation.released(home.releases.publish(publish, by: .operator))
        let actions = try home.stores.audit.events(limit: 20).map(\.action)
        #expect(actions.contains("feature.archived") && actions.contains("feature.restored"))
    }

    @Test func `a clone gets one revision of the original, its kind, labels and cache times, and is not live`() throws {
        try home.publish(1, from: "9.0")
        let time = CacheTime(fresh: 5, staleWhileRevalidate: 0, staleIfError: 60)
        _ = try home.releases.changeCacheTimes(of: "home.offers", by: .operator) { _ in time }
        _ = try features.label("home.offers", by: .operator) { $0 = FeatureLabels(owner: "Growth", tags: ["spring"]) }

        guard case .cloned(let clone, let revision) = try features.clone("home.offers", as: "home.copy", by: .operator)
        else { throw Unexpected(what: "not cloned") }
        #expect(revision == 3)
        #expect(clone.kind == "/screens/Screen" && clone.liveRelease == nil)
        let copy = try #require(try home.stores.revisions.head(of: "home.copy"))
        let original = try #require(try home.stores.revisions.head(of: "home.offers"))
        #expect(copy.number == 1 && copy.parent == nil && copy.bytes == original.bytes && copy.isValid)
        #expect(copy.note == "Cloned from home.offers revision 3")
        #expect(try features.summary(of: "home.copy")?.labels == FeatureLabels(owner: "Growth", tags: ["spring"]))
        #expect(try features.summary(of: "home.copy")?.cacheTime == time)
        #expect(try features.summary(of: "home.copy")?.rules == [])
        // A revision saved to the clone does not change the original.
        try home.save(Installation.screen("Four"), to: "home.copy")
        #expect(try home.stores.revisions.head(of: "home.offers")?.number == 3)

        guard case .cloned(_, 1) = try features.clone("home.offers", as: "home.first", revision: 1, by: .operator)
        else { throw Unexpected(what: "revision 1 was not cloned") }
        guard case .cloned(_, nil) = try features.clone("home.banner", as: "home.empty", by: .operator)
        else { throw Unexpected(what: "the empty feature was not cloned") }
        #expect(try features.clone("home.offers", as: "home.x", revision: 9, by: .operator) == .noSuchRevision)
        #expect(try features.clone("home.banner", as: "home.x", revision: 1, by: .operator) == .noSuchRevision)
        #expect(try features.clone("nowhere", as: "home.x", by: .operator) == .noSuchFeature)
        #expect(try features.clone("home.offers", as: "Home X", by: .operator) == .invalidName)
        guard case .taken = try features.clone("home.offers", as: "home.banner", by: .operator) else {
            throw Unexpected(what: "a name was taken twice")
        }
    }
}
