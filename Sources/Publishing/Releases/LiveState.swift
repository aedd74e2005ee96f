/// The state of a feature for its clients: the one place that decides when a feature is called live.
package enum LiveState: String, Sendable, Codable, CaseIterable {
    /// No release has the feature in it: 404 `feature-not-found`.
    case neverPublished = "never-published"
    /// It was released, no platform is switched off, and no rule is left.
    case nothingLive = "nothing-live"
    /// At least one rule answers, and no platform is switched off.
    case live
    /// At least one rule answers, and at least one platform is switched off.
    case partlySwitchedOff = "partly-switched-off"
    /// At least one platform is switched off, and no rule answers on any other.
    case switchedOff = "switched-off"

    /// The state that the newest release with the feature in it left; `release` is its number, nil when there is none.
    package init(release: Int?, rules: [Rule], switchedOff: [String]) {
        let answers = !rules.answering(except: switchedOff).isEmpty
        self =
            switch (release, answers, switchedOff.isEmpty) {
            case (nil, _, _): .neverPublished
            case (_, true, true): .live
            case (_, true, false): .partlySwitchedOff
            case (_, false, true): .nothingLive
            case (_, false, false): .switchedOff
            }
    }
}

extension [Rule] {
    /// The rules that answer clients: those on platforms that are not switched off, in the same order.
    package func answering(except switchedOff: [String]) -> [Rule] {
        filter { !switchedOff.contains($0.platform) }
    }
}

extension FeatureSummary {
    /// The state for clients.
    package var state: LiveState {
        LiveState(release: feature.liveRelease, rules: rules, switchedOff: switchedOff)
    }

    /// The rules that answer clients, in the platforms' order, highest version first.
    package var answering: [Rule] { rules.answering(except: switchedOff) }
}

extension ReleaseItem {
    /// The rules that answer clients, in the platforms' order, highest version first.
    package var answering: [Rule] { rules.answering(except: switchedOff) }
}
