import Publishing
import Testing

@Suite("The list of features") struct FeatureListTests {
    /// Returns an installation with four features: home.banner without a revision, home.offers live on iOS, home.poll
    /// switched off on iOS and live on the web, and the invalid, unpublished form.passport.
    private func installation() throws -> Installation {
        let home = try Installation()
        try home.feature("home.offers", titles: ["One", "Two"])
        try home.feature("home.banner", titles: [])
        try home.feature("home.poll", titles: ["One"])
        try home.feature("form.passport", titles: [])
        try home.save("{", to: "form.passport")
        try home.publish(1, from: "9.0")
        for platform in ["ios", "web"] { try home.publish(1, from: "9.0", on: platform, of: "home.poll") }
        _ = try Installation.released(
            home.releases.switchOff(
                SwitchRequest(feature: "home.poll", platform: "ios", reason: "broken"), by: .operator))
        return home
    }

    private func names(
        _ home: Installation, _ filter: FeatureFilter, by order: FeatureOrder = .name
    ) throws -> [String] {
        let list = try home.stores.features.list(filter, by: order)
        #expect(list.total == list.features.count)
        return list.features.map(\.feature.name)
    }

    @Test func `a search finds features whose names and kinds contain all words, in any case and order`() throws {
        let home = try installation()

        #expect(try names(home, .matching(search: "OFF home")) == ["home.offers"])
        #expect(try names(home, .matching(search: "  screen  pass ")) == ["form.passport"])
        #expect(try names(home, .matching(search: "/screens/")).count == 4)
        #expect(try names(home, .matching(search: "home ribbon")).isEmpty)
        for text in ["%", "_", "\\", "'", "\u{0}"] { #expect(try names(home, .matching(search: text)).isEmpty) }
    }

    @Test func `the filter by state is for the whole feature, or for one platform`() throws {
        let home = try installation()
        func names(_ state: LiveState?, on platform: String? = nil) throws -> [String] {
            try self.names(home, .matching(platform: platform, state: state))
        }

        #expect(try names(.live) == ["home.offers"])
        #expect(try names(.partlySwitchedOff) == ["home.poll"])
        #expect(try names(.switchedOff).isEmpty)
        #expect(try names(.neverPublished) == ["form.passport", "home.banner"])
        #expect(try names(.nothingLive).isEmpty)
        #expect(try names(.live, on: "web") == ["home.poll"])
        #expect(try names(.switchedOff, on: "ios") == ["home.poll"])
        #expect(try names(.nothingLive, on: "web") == ["home.offers"])
        #expect(try names(.partlySwitchedOff, on: "ios") == ["home.poll"])
        #expect(try names(.partlySwitchedOff, on: "web").isEmpty)
        #expect(try names(nil, on: "ios") == ["home.offers", "home.poll"])
        for summary in try home.stores.features.list().features {
            #expect(try names(summary.state).contains(summary.feature.name))
        }
    }

    @Test func `the filter by kind needs the kind's whole identifier`() throws {
        let home = try installation()

        #expect(try names(home, .matching(kind: "/screens/Screen")).count == 4)
        #expect(try names(home, .matching(kind: "/screens")).isEmpty)
    }

    @Test func `the list is sorted by name, kind, release time and save time, in both directions`() throws {
        let home = try installation()
        func names(_ order: FeatureOrder) throws -> [String] { try self.names(home, .all, by: order) }
        let byName = ["form.passport", "home.banner", "home.offers", "home.poll"]

        #expect(try names(.name) == byName)
        #expect(try names(.nameDescending) == byName.reversed())
        #expect(try names(.kind) == byName)
        #expect(try names(.kindDescending) == byName)
        #expect(try names(.releasedDescending) == ["home.poll", "home.offers", "form.passport", "home.banner"])
        #expect(try names(.released) == ["home.offers", "home.poll", "form.passport", "home.banner"])
        #expect(try names(.savedDescending) == ["form.passport", "home.poll", "home.offers", "home.banner"])
        #expect(try names(.saved) == ["home.offers", "home.poll", "form.passport", "home.banner"])
    }

    @Test func `a page has a part of the features, and the total counts all of them`() throws {
        let home = try installation()
        let list = home.stores.features.list

        let page = try list(.matching(search: "home"), .name, 1, 1)
        #expect(page.total == 3)
        #expect(page.features.map(\.feature.name) == ["home.offers"])
        #expect(page.features.first?.rules.count == 1)
        let beyond = try list(.all, .savedDescending, .max, 50)
        #expect(beyond.total == 4)
        #expect(beyond.features.isEmpty)
    }
}

extension FeatureFilter {
    /// Returns a filter by the given criteria.
    static func matching(
        search: String = "", kind: String? = nil, platform: String? = nil, state: LiveState? = nil,
        owner: String? = nil, tag: String? = nil
    ) -> FeatureFilter {
        FeatureFilter(search: search, kind: kind, platform: platform, state: state, owner: owner, tag: tag)
    }
}
