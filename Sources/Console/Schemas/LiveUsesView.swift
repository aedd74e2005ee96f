/// The features whose live documents contain an entity, that is, a part that one schema of the repository describes.
struct LiveUsesView: Sendable {
    var sentence: String
    var hasUses: Bool
    var uses: [Row]

    /// A feature and those of its live revisions that contain the entity.
    struct Row: Sendable {
        var feature: String
        var href: String
        var revisions: [RevisionLink]
    }

    /// A live revision.
    struct RevisionLink: Sendable {
        var number: Int
        var href: String
        /// The number of the revision's color, as in version maps.
        var tone: Int
    }

    init(_ uses: [LiveUses.Use], isComplete: Bool) {
        self.uses = uses.map { use in
            Row(
                feature: use.feature, href: Paths.feature(use.feature),
                revisions: use.revisions.map {
                    RevisionLink(
                        number: $0, href: Paths.revision(of: use.feature, $0), tone: VersionMap.tone(of: $0))
                })
        }
        hasUses = !uses.isEmpty
        sentence = uses.isEmpty ? Texts["schemas.no-live-feature-uses-it"] : Texts["schemas.these-live-features-use-it"]
        if !isComplete { sentence += " " + Texts["schemas.uses-incomplete"] }
    }

    static let sample = LiveUsesView([LiveUses.Use(feature: "home.offers", revisions: [2])], isComplete: false)
}
