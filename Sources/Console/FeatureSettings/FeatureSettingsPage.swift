import MicroHTTP
import Publishing

/// The page with the settings of a feature: owner, tags, cache times and name, and forms that clone, archive and
/// restore it.
struct FeatureSettingsPage: Page {
    static let template = "feature_settings/show"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var mayEdit = false
    var labelsHref: String
    var owner = ""
    /// The owners of features that are not archived, as suggestions.
    var owners: [String] = []
    var ownerProblem: String?
    /// The tags, separated by spaces.
    var tags = ""
    var tagsProblem: String?
    var tagsHint: String
    var cacheTimesHref: String
    var cacheTimes = CacheTimes(.usual)
    var cacheTimeProblem: String?
    var longest = CacheTimes(.longest)
    var renamesHref: String
    /// True if the signed-in person may publish, which changing the cache times or the name requires.
    var mayPublish = false
    var name = ""
    var graceDays = String(RenameRequest.usualGraceDays)
    var nameProblem: String?
    var graceProblem: String?
    var maximumGrace = RenameRequest.maximumGraceDays
    /// Sentences about the consequences of a new name.
    var consequences: [String] = []
    /// Sentences about the former names that still work.
    var formerNames: [String] = []
    var hasFormerNames = false
    var clonesHref: String
    var clone = ""
    var cloneProblem: String?
    /// The number of the revision that a clone copies, as typed; empty for the newest, or if the feature has no
    /// revision.
    var revision = ""
    var hasRevisions = false
    var archivesHref: String
    var restorationsHref: String
    var isArchived = false
    /// A sentence about who archived the feature and when; nil if it is not archived.
    var archived: String?
    /// The reason for the archiving; nil if none was given.
    var archiveReason: String?
    var maximumReason: Int
    /// The reason in a refused archive form, as typed.
    var reason = ""
    /// A sentence that says why archiving was refused, for example because clients get the feature; nil if it was not
    /// refused.
    var reasonProblem: String?
    /// A sentence that names the platforms on which the feature is live, so that it cannot be archived; nil if it is
    /// not live, and on the page that reports a refusal.
    var liveNotice: String?

    /// Cache times in seconds, as typed.
    struct CacheTimes: Sendable {
        var fresh: String
        var staleWhileRevalidate: String
        var staleIfError: String

        init(fresh: String, staleWhileRevalidate: String, staleIfError: String) {
            self.fresh = fresh
            self.staleWhileRevalidate = staleWhileRevalidate
            self.staleIfError = staleIfError
        }

        init(_ time: CacheTime) {
            self.init(
                fresh: "\(time.fresh)", staleWhileRevalidate: "\(time.staleWhileRevalidate)",
                staleIfError: "\(time.staleIfError)")
        }

        /// The times as numbers; -1, which is out of range, for a text that is not a number.
        var requested: CacheTime {
            CacheTime(
                fresh: Int(asked: fresh) ?? -1, staleWhileRevalidate: Int(asked: staleWhileRevalidate) ?? -1,
                staleIfError: Int(asked: staleIfError) ?? -1)
        }
    }

    static let sample: FeatureSettingsPage = {
        var page = FeatureSettingsPage(
            chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
            labelsHref: "/features/home.offers/labels", tagsHint: "At most 20 tags.",
            cacheTimesHref: "/features/home.offers/cache-times", renamesHref: "/features/home.offers/renames",
            clonesHref: "/features/home.offers/clones", archivesHref: "/features/home.offers/archives",
            restorationsHref: "/features/home.offers/restorations",
            maximumReason: FeatureArchive.maximumReasonLength)
        (page.owners, page.ownerProblem, page.tagsProblem) = (["Growth"], "Too long.", "Too many.")
        (page.cloneProblem, page.isArchived, page.archived) = ("Taken.", true, "Archived by mira.")
        page.cacheTimeProblem = "Too long."
        (page.mayPublish, page.nameProblem, page.graceProblem) = (true, "Taken.", "Too long.")
        (page.consequences, page.formerNames, page.hasFormerNames) = (["Others use it."], ["home.old"], true)
        (page.archiveReason, page.liveNotice) = ("Replaced", "It is live on iOS.")
        page.reasonProblem = "Too long."
        return page
    }()
}
