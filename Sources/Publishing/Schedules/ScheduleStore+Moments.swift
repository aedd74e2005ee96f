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
            if try FeatureStore.isFormer(name, endedBy: moment, on: connection) {
                return MomentResolution(
                    resolution: .featureNotFound(
                        because: "“\(name)” is a former name of \(feature.name) and no longer works at that time."),
                    moment: nil)
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
            return FeatureMoment(time: moment, state, release: (number ?? nil) ?? 0, isForecast: false)
        }
        guard let gates = try releases.gates(on: connection) else {
            let live = feature.liveRelease ?? 0
            let state = try FeatureState(of: feature, after: live, on: connection)
            return FeatureMoment(time: moment, state, release: live, isForecast: true)
        }
        var forecast = try ReleaseForecast(at: moment, releases: releases, gates: gates, on: connection)
        return try forecast.moment(of: feature, at: moment)
    }
}
