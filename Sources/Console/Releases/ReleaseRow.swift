import Foundation
import Mustache
import Publishing

/// A release in a list.
struct ReleaseRow: Sendable {
    var number: Int
    var what: String
    /// Links to its features; empty on a feature's own page.
    var features: [Link]
    var isCurrent: Bool
    var who: String
    var when: TimeLabel
    var reason: String?
    /// The address for rolling the feature back to this release; nil if that is not offered.
    var rollbackHref: String?
    /// The address for undoing the whole release; nil if that is not possible or not offered.
    var undoHref: String?

    /// A feature's name and page.
    struct Link: Sendable {
        var name: String
        var href: String
    }

    static let sample = ReleaseRow(
        number: 4, what: "Published revision 2", features: [Link(name: "home.offers", href: "/features/home.offers")],
        isCurrent: true, who: "rui", when: .sample, reason: "Spring campaign",
        rollbackHref: "/features/home.offers/rollbacks/new?to=4",
        undoHref: "/rollbacks/new?release=4")
}

extension ReleaseRow {
    /// Creates the row of a release; with `rollbackOf`, it offers to roll that feature back to this release.
    ///
    /// `previous` are the preceding releases of the release's features, as far as they are available.
    init(
        _ release: Release, previous: [Release], platforms: [Platform], isCurrent: Bool, links: Bool, clock: Clock,
        rollbackOf feature: String? = nil, undoes: Bool = false
    ) {
        self.init(
            number: release.number, what: release.words(after: previous, platforms: platforms),
            features: links
                ? release.items.map { Link(name: $0.feature, href: Paths.feature($0.feature)) } : [],
            isCurrent: isCurrent, who: release.author.name, when: clock.when(release.createdAt),
            reason: release.reason.isEmpty ? nil : release.reason,
            rollbackHref: feature.map { Paths.newRollback(of: $0, to: release.number) },
            undoHref: undoes ? Paths.newWideRollback(ofRelease: release.number) : nil)
    }

    /// Returns the rows of one feature's releases, newest first; each is described by comparison with the next one in
    /// the list.
    static func rows(
        _ releases: [Release], platforms: [Platform], current: Int?, clock: Clock, rollbackOf feature: String?
    ) -> [ReleaseRow] {
        let restorable = Release.restorable(releases, live: current)
        return releases.enumerated().map { index, release in
            ReleaseRow(
                release, previous: Array(releases.dropFirst(index + 1).prefix(1)), platforms: platforms,
                isCurrent: release.number == current, links: false, clock: clock,
                rollbackOf: restorable.contains(release.number) ? feature : nil)
        }
    }
}

extension Release {
    /// True if a rollback can undo the release, because it may have changed what clients get.
    var isUndoable: Bool { reasonNotUndoable == nil }

    /// A sentence that says why no rollback undoes the release, and what to do instead; nil if a rollback can undo it.
    var reasonNotUndoable: String? {
        switch kind {
        case .rename: Texts["rollbacks.undo-renaming", ["number": number]]
        case .caching: Texts["rollbacks.undo-cache-times", ["number": number]]
        case .restoration: Texts["rollbacks.undo-nothing", ["number": number]]
        case .publish, .removal, .rollback, .switchOff, .switchOn: nil
        }
    }

    /// Returns the numbers of the releases to which a feature can be rolled back with an effect; `releases` are those
    /// of the feature, newest first.
    static func restorable(_ releases: [Release], live: Int?) -> Set<Int> {
        // A list that does not begin with the live release is a later page; the rules may have changed after its first
        // release.
        var isChanged = releases.first?.number != live
        var numbers: Set<Int> = []
        for release in releases {
            if isChanged, release.number != live { numbers.insert(release.number) }
            isChanged = isChanged || release.isUndoable
        }
        return numbers
    }
}

extension Release {
    /// Returns a short description of the release. `previous` are the preceding releases of its features, as far as they
    /// are available.
    func words(after previous: [Release], platforms: [Platform]) -> String {
        switch (kind, rollback) {
        case (.publish, _): published(after: previous, platforms: platforms)
        case (.removal, _): Texts["releases.rule-removed"]
        case (.rollback, .feature(_, let number)):
            number == 0
                ? Texts["releases.rolled-back-before-first"] : Texts["releases.rolled-back-to", ["release": number]]
        case (.rollback, .release(let number)):
            switch ending {
            case .planned: Texts["releases.ended", ["release": number]]
            case .stopped: Texts["releases.rollout-stopped", ["release": number]]
            case .halted: Texts["releases.rollout-halted", ["release": number]]
            case nil: Texts["releases.rolled-back-release", ["release": number]]
            }
        case (.rollback, .moment(let date)): Texts["releases.rolled-back-since", ["time": InternetTime.text(date)]]
        case (.rollback, nil): Texts["releases.rolled-back"]
        case (.switchOff, _):
            Words.list(titles(items.flatMap(\.switchedOff), platforms)).nonEmpty.map {
                Texts["releases.switched-off-on", ["platforms": $0]]
            } ?? Texts["releases.switched-off"]
        case (.switchOn, _): switchedOn(after: previous, platforms: platforms)
        case (.restoration, _): Texts["releases.restored"]
        case (.rename, _): Texts["releases.renamed"]
        case (.caching, _): Texts["releases.cache-times-changed"]
        }
    }

    /// Returns the text for a switch-on; names the platforms if the previous releases are available.
    private func switchedOn(after previous: [Release], platforms: [Platform]) -> String {
        let names = items.flatMap { item in
            previousItem(of: item, in: previous)?.switchedOff.filter { !item.switchedOff.contains($0) } ?? []
        }
        return Words.list(titles(names, platforms)).nonEmpty.map {
            Texts["releases.switched-on-on", ["platforms": $0]]
        } ?? Texts["releases.switched-on"]
    }

    /// The maximum number of features that are compared with their preceding releases.
    private static let maximumCompared = 4

    /// The numbers of the preceding releases of the first features, with which a publish or a switch-on is compared to
    /// find what it changed; none for releases of other kinds.
    var releasesToCompare: [Int] {
        guard kind == .publish || kind == .switchOn else { return [] }
        return items.prefix(Self.maximumCompared).compactMap(\.previousRelease)
    }

    /// Returns the state of an item's feature directly before this release, if that release is available.
    private func previousItem(of item: ReleaseItem, in previous: [Release]) -> ReleaseItem? {
        previous.first { $0.number == item.previousRelease }?.items.first { $0.feature == item.feature }
    }

    /// Returns a description of the new rules by comparison with the previous tables or, for a feature without one, of the
    /// rules whose editions are live since this release.
    ///
    /// If there are no new rules, rules were published again unchanged, and these are described.
    private func published(after previous: [Release], platforms: [Platform]) -> String {
        let rules = items.flatMap { item -> [Rule] in
            let before = previousItem(of: item, in: previous)
            return item.rules.filter { rule in
                guard let before else {
                    return item.previousRelease == nil || rule.editions.allSatisfy { $0.release == number }
                }
                return !before.rules.contains {
                    $0.platform == rule.platform && $0.range == rule.range && $0.percent == rule.percent
                        && $0.revision == rule.revision
                }
            }
        }
        guard rules.isEmpty else { return Texts["releases.published", ["rules": words(of: rules, platforms)]] }
        let again = items.flatMap { $0.rules.filter { $0.addedIn == number } }
        // Releases of older versions of Galley do not say which of their unchanged rules they published.
        guard !again.isEmpty else { return Texts["releases.published-existing"] }
        return Texts["releases.published-again", ["rules": words(of: again, platforms)]]
    }

    private func words(of rules: [Rule], _ platforms: [Platform]) -> String {
        Words.list(
            rules.map { rule in
                let clients = VersionRange.clients(
                    on: titles([rule.platform], platforms).joined(), rule.from, rule.until)
                guard !rule.percent.isEveryone else {
                    return Texts["releases.published-rule", ["revision": rule.revision, "clients": clients]]
                }
                guard rule.percent.tenths > 0 else {
                    return Texts["releases.published-rule-devices", ["revision": rule.revision, "clients": clients]]
                }
                return Texts[
                    "releases.published-rule-part",
                    ["revision": rule.revision, "clients": clients, "percent": rule.percent]]
            })
    }

    private func titles(_ names: [String], _ platforms: [Platform]) -> [String] {
        platforms.filter { names.contains($0.name) }.map(\.title)
    }
}

extension String {
    /// The text, or nil if it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}

extension ReleaseRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "number": number
        case "what": what
        case "features": features
        case "isCurrent": isCurrent
        case "who": who
        case "when": when
        case "reason": reason
        case "rollbackHref": rollbackHref
        case "undoHref": undoHref
        default: nil
        }
    }
}

extension ReleaseRow.Link: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "name": name
        case "href": href
        default: nil
        }
    }
}
