import Foundation
import Publishing

/// A release in a list.
struct ReleaseRow: Sendable {
    var number: Int
    var what: String
    /// Links to the features in it; empty on a feature's own page.
    var features: [Link]
    var isCurrent: Bool
    var who: String
    var when: When
    var reason: String?
    var rollback: Rollback?

    /// A feature's name and page.
    struct Link: Sendable {
        var name: String
        var href: String
    }

    /// The way back to how it was after this release.
    struct Rollback: Sendable {
        var href: String
        var label: String
    }

    static let sample = ReleaseRow(
        number: 4, what: "Published revision 2", features: [Link(name: "home.offers", href: "/features/home.offers")],
        isCurrent: true, who: "rui", when: .sample, reason: "Spring campaign",
        rollback: Rollback(href: "/features/home.offers/rollbacks/new?to=4", label: "Roll back to release 4"))
}

extension ReleaseRow {
    /// The row of a release; with `rollbackOf` a feature, it offers the way back to how that was after it.
    init(_ release: Release, isCurrent: Bool, links: Bool, clock: Clock, rollbackOf feature: String? = nil) {
        self.init(
            number: release.number, what: release.words,
            features: links
                ? release.items.map { Link(name: $0.feature, href: Paths.feature($0.feature)) } : [],
            isCurrent: isCurrent, who: release.author.name, when: clock.when(release.createdAt),
            reason: release.reason.isEmpty ? nil : release.reason,
            rollback: feature.map {
                Rollback(
                    href: Paths.newRollback(of: $0, to: release.number), label: "Roll back to release \(release.number)")
            })
    }
}

extension Release {
    /// What it did, in a few words.
    var words: String {
        switch (kind, rollback) {
        case (.publish, _):
            Words.list(
                items.flatMap { item in
                    item.rules.filter { $0.editions.contains { $0.release == number } }.map {
                        "Published revision \($0.revision) on \($0.platform) \(VersionRange.words($0.from, $0.until))"
                    }
                }
            ).nonEmpty ?? "Published"
        case (.removal, _): "Removed a rule"
        case (.rollback, .feature(_, let number)):
            number == 0 ? "Rolled back to before the first release" : "Rolled back to release \(number)"
        case (.rollback, .release(let number)): "Rolled back the whole of release \(number)"
        case (.rollback, .moment(let date)): "Rolled back everything since \(date.formatted(.iso8601))"
        case (.rollback, nil): "Rolled back"
        case (.switchOff, _):
            "Switched off on \(Words.list(Array(Set(items.flatMap(\.switchedOff))).sorted()).nonEmpty ?? "a platform")"
        }
    }
}

extension String {
    /// Nil when there is nothing in it.
    var nonEmpty: String? { isEmpty ? nil : self }
}
