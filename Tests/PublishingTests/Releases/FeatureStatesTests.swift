import PostgreSQL
import SchemaRepository
import Testing

@testable import Publishing

@Suite("States of many features") struct FeatureStatesTests {
    @Test func `reading the states of many features gives the same as reading each, after every release`() throws {
        let home = try Installation()
        let features = try ["home.c", "home.a", "home.never", "home.b"].map { try home.feature($0) }
        try home.publish(1, from: "9.0", of: "home.a")
        try home.publish(2, from: "10.0", percent: 20, of: "home.a")
        try home.publish(1, from: "9.0", on: "android", of: "home.b")
        try home.publish(3, from: "9.0", until: "11.0", of: "home.a")
        let off = SwitchRequest(feature: "home.b", platform: "android", reason: "It crashes")
        _ = try Installation.released(home.releases.switchOff(off, by: .operator))
        try home.publish(2, from: "1.0", of: "home.c")
        _ = try Installation.released(
            home.releases.rollback(RollbackRequest(feature: "home.a", toRelease: 2, reason: ""), by: .operator))

        let newest = try home.releases.newest()
        #expect(newest == 7)
        try home.pool.withConnection { connection in
            for release in 0...newest {
                let together = try FeatureState.states(of: features, after: release, on: connection)
                #expect(together.map(\.feature.name) == features.map(\.name))
                for (state, feature) in zip(together, features) {
                    let alone = try FeatureState(of: feature, after: release, on: connection)
                    #expect(state.rules == alone.rules, "\(feature.name) after release \(release)")
                    #expect(state.switchedOff == alone.switchedOff, "\(feature.name) after release \(release)")
                }
            }
            #expect(try FeatureState.states(of: [], after: newest, on: connection).isEmpty)
        }
    }
}
