/// The live state of a feature.
package enum LiveState: String, Sendable, Codable, CaseIterable {
    /// No release contains the feature, so clients get 404 `feature-not-found`.
    case neverPublished = "never-published"
    /// The feature was released, no platform is switched off, and no rule is left.
    case nothingLive = "nothing-live"
    /// At least one rule applies, and no platform is switched off.
    case live
    /// At least one rule applies, and at least one platform is switched off.
    case partlySwitchedOff = "partly-switched-off"
    /// At least one platform is switched off, and no rule applies on the others.
    case switchedOff = "switched-off"
    /// The feature is archived, so no client gets anything, and no release can change that until it is restored.
    case archived

    /// Creates the state of a feature from its newest release, nil if there is none, and from the rules and
    /// switched-off platforms after that release. The state is never `archived`.
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
    /// Returns the rules on platforms that are not switched off, in the same order.
    package func answering(except switchedOff: [String]) -> [Rule] {
        filter { !switchedOff.contains($0.platform) }
    }
}

extension FeatureSummary {
    /// The live state.
    package var state: LiveState {
        archive == nil ? LiveState(release: feature.liveRelease, rules: rules, switchedOff: switchedOff) : .archived
    }

    /// The rules that apply, in the platforms' order, highest version first.
    package var answering: [Rule] { rules.answering(except: switchedOff) }
}

extension ReleaseItem {
    /// The rules that apply, in the platforms' order, highest version first.
    package var answering: [Rule] { rules.answering(except: switchedOff) }
}
