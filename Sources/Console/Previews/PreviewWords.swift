import JSONText
import SchemaRepository

/// The texts of pages with previews that are not in the templates of these pages.
enum PreviewWords {
    static func revision(_ number: Int) -> String { Texts["common.revision-number", ["number": number]] }
    static var unsaved: String { Texts["preview.unsaved-text"] }
    static var textGone: String { Texts["preview.the-unsaved-text-is-no-longer"] }
    static var detectedLanguage: String { Texts["preview.detected-language"] }
    static var anyClient: String { Texts["preview.all-versions"] }
    static var wholeDocument: String { Texts["preview.whole-document"] }
    static var edition: String { Texts["preview.edition"] }
    static var anyPlatform: String { Texts["common.all-platforms"] }
    static var initialState: String { Texts["preview.initial-state"] }
    static var afterSubmit: String { Texts["preview.after-submitting"] }
    static var nothing: String { Texts["common.nothing"] }
    static var testData: String { Texts["preview.generated-data"] }
    static var shown: String { Texts["preview.shown"] }
    static var hidden: String { Texts["preview.hidden"] }
    static var otherFeatures: String { Texts["preview.other-features"] }

    static func step(_ step: Int, of count: Int) -> String { Texts["preview.step-of", ["step": step, "total": count]] }
    static func stepSummary(_ step: Int, of count: Int) -> String {
        Texts["preview.step-summary", ["step": step, "total": count]]
    }
    static var actionsHidden: String { Texts["preview.actions-hidden"] }

    static var platformMissing: String { Texts["preview.choose-a-platform-for-this-client"] }
    static func noVersion(_ version: String) -> String {
        Texts["preview.not-a-version", ["version": version]]
    }
    static var brokenForClients: String { Texts["preview.the-text-has-syntax-errors-so"] }
    static func showsAll(_ client: String) -> String { Texts["preview.shows-all", ["client": client]] }
    static func showsTheRest(_ client: String) -> String { Texts["preview.shows-the-rest", ["client": client]] }
    static func notCompared(_ count: Int) -> String {
        Texts["preview.not-compared", ["count": count]]
    }
    static func doesNotSee(_ client: String, _ count: Int) -> String {
        Texts["preview.does-not-see", ["client": client, "count": count]]
    }

    /// Returns the sentence about the replacement that a client gets for a part that it does not support.
    static func instead(of part: JSONPointer, _ replacement: PartReplacement?) -> String {
        let place = replacement?.pointer.description ?? ""
        return switch replacement?.manner {
        case .fallback:
            place.isEmpty
                ? Texts["preview.the-client-gets-the-documents-fallback"]
                : Texts["preview.the-client-gets-the-fallback-of", ["pointer": place]]
        case .omission:
            replacement?.pointer == part
                ? Texts["preview.it-is-left-out"]
                : Texts["preview.the-client-gets-the-document-without", ["pointer": place]]
        case .word(let word): Texts["preview.the-client-gets-instead", ["word": word]]
        case nil: Texts["preview.there-is-no-replacement-the-document"]
        }
    }

    static func moreGaps(_ count: Int) -> String { Texts["common.more-not-listed", ["count": count]] }
}
