package import Foundation
import PostgreSQL
package import SchemaRepository

extension ScheduleStore {
    /// Returns a feature's state at a moment: in the past, as it was served; in the future, as it will be served if
    /// every scheduled release and rollout step is published when it is due and nobody changes anything else. Nil for
    /// an unknown feature.
    package func state(of name: String, at moment: Date) throws -> FeatureMoment? {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            try FeatureStore.feature(named: name, on: connection).map {
                try state(of: $0, at: moment, on: connection)
            }
        }
    }

    /// Returns a feature before and after a publish at a future time; nil for an unknown feature, and if no schemas are
    /// adopted. Problems of the publish are left out.
    package func forecast(_ request: PublishRequest, of name: String, at time: Date) throws -> PublishForecast? {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection),
                let gates = try releases.gates(on: connection)
            else { return nil }
            var forecast = try ReleaseForecast(releases: releases, gates: gates, on: connection)
            try forecast.advance(to: time)
            let (state, release) = try forecast.state(of: feature)
            let change = try releases.change(request, state, gates, isPlan: true, on: connection)
            return PublishForecast(
                before: Self.moment(time, state, release: release, of: forecast),
                after: ReleaseStore.item(forecast.newest + 1, before: state, after: change.after))
        }
    }

    /// Returns what one client gets at a moment, or now for nil; see ``state(of:at:)``.
    package func resolve(
        feature name: String, platform: String, clientVersion: ClientVersion, bucket: Int? = nil, at moment: Date?
    ) throws -> MomentResolution {
        guard let moment else {
            return MomentResolution(
                resolution: try releases.resolve(
                    feature: name, platform: platform, clientVersion: clientVersion, bucket: bucket), moment: nil)
        }
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            if let resolution = try ReleaseStore.unknown(platform: platform, on: connection) {
                return MomentResolution(resolution: resolution, moment: nil)
            }
            guard let feature = try FeatureStore.feature(named: name, on: connection) else {
                return MomentResolution(
                    resolution: .featureNotFound(because: "There is no feature “\(name)”."), moment: nil)
            }
            let found = try state(of: feature, at: moment, on: connection)
            guard let item = found.item else {
                return MomentResolution(
                    resolution: .featureNotFound(because: "\(name) is not published at that time."), moment: found)
            }
            if item.switchedOff.contains(platform) {
                return MomentResolution(
                    resolution: .switchedOff(
                        release: found.release,
                        because:
                            "\(name) is switched off on \(PlatformTitle.of(platform)) at that time (release \(found.release))."
                    ),
                    moment: found)
            }
            return MomentResolution(
                resolution: ReleaseStore.resolution(
                    of: RuleTable(item.rules, platform: platform), name: name, platform: platform,
                    version: clientVersion, bucket: bucket), moment: found)
        }
    }

    private func state(of feature: Feature, at moment: Date, on connection: Connection) throws -> FeatureMoment {
        guard try !Self.hasPassed(moment, on: connection) else {
            let newest = try ReleaseTable.newest(at: moment, on: connection)
            let number = try connection.query(
                """
                SELECT max(release) AS release FROM release_item
                WHERE feature_id = \(feature.id) AND release <= \(newest)
                """
            ).first?["release", as: Int?.self]
            let state = try FeatureState(of: feature, after: newest, on: connection)
            return Self.moment(moment, state, release: (number ?? nil) ?? 0, isForecast: false)
        }
        guard let gates = try releases.gates(on: connection) else {
            let live = feature.liveRelease ?? 0
            let state = try FeatureState(of: feature, after: live, on: connection)
            return Self.moment(moment, state, release: live, isForecast: true)
        }
        var forecast = try ReleaseForecast(releases: releases, gates: gates, on: connection)
        try forecast.advance(to: moment)
        let (state, release) = try forecast.state(of: feature)
        return Self.moment(moment, state, release: release, of: forecast)
    }

    private static func moment(
        _ time: Date, _ state: FeatureState, release: Int, of forecast: ReleaseForecast
    ) -> FeatureMoment {
        let name = state.feature.name
        return moment(
            time, state, release: release, isForecast: true,
            planned: forecast.planned.filter { $0.features.contains(name) },
            refused: forecast.refused.filter { $0.schedule.features.contains(name) },
            refusedSteps: forecast.refusedSteps.filter { $0.rollout.features.contains(name) })
    }

    private static func moment(
        _ time: Date, _ state: FeatureState, release: Int, isForecast: Bool, planned: [Schedule] = [],
        refused: [FeatureMoment.RefusedSchedule] = [], refusedSteps: [FeatureMoment.RefusedStep] = []
    ) -> FeatureMoment {
        let item = ReleaseItem(
            feature: state.feature.name, previousRelease: nil, rules: state.rules, switchedOff: state.switchedOff)
        return FeatureMoment(
            time: time, item: release == 0 ? nil : item, release: release, isForecast: isForecast,
            planned: planned, refused: refused, refusedSteps: refusedSteps)
    }
}
