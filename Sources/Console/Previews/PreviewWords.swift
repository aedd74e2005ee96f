import JSONText
import SchemaRepository

/// The texts of pages with previews in English, except those composed from a document.
///
/// The page's script fills in a `{name}`.
struct PreviewWords: Sendable {
    let controls = "How the preview is shown"
    let apply = "Apply"
    let preview = "Preview"
    let document = "Preview of the document"
    let caption = "Drawn by the layout rules of the apps; text metrics differ on a device."

    let screen = "Screen"
    let device = "Device"
    let theme = "Theme"
    let scale = "Text size"
    let language = "Language"
    let locale = "Language of the phone"
    let direction = "Direction"
    let client = "Client"
    let platform = "Platform"
    let version = "Client version"
    let newest = "newest"
    let content = "Content"
    let step = "Step"
    let state = "State"
    let moment = "Form"
    let filling = "Filled with"
    let allFillings = "All fillings"
    let saveFilling = "Save as filling"
    let saveShown = "Save the preview's answers"
    let saveShownHint = "Press a button in the preview first: answers count once they are sent."
    let actions = "Actions"
    let matrix = "Matrix"
    let phone = "Open on a phone"

    let unseen = "What this client does not see"
    let lineAndColumn = "Line and column"

    let layout = "Layout"
    let layoutNone = "No layout problems"
    let layoutWaiting = "Not laid out yet"
    let layoutOne = "{count} layout problem"
    let layoutOther = "{count} layout problems"
    let tooWide = "{pointer} is {amount} px too wide for {other}."
    let tooWideForScreen = "{pointer} is {amount} px too wide for the screen."
    let tooTall = "{pointer} is {amount} px too tall for {other}."
    let tooTallForScreen = "{pointer} is {amount} px too tall for the screen."
    let cut = "The text of {pointer} is cut by {amount} px."
    let overlap = "{pointer} lies over {other} by {amount} px."
    let constraint = "{pointer} does not hold: others settle the place already, {amount} px off."
    let unscripted = "Layout problems are measured by the script of this page, which is switched off."
}

extension PreviewWords {
    static func revision(_ number: Int) -> String { "Revision \(number)" }
    static let unsaved = "Unsaved text"
    static let textGone = "The unsaved text of that address is no longer held. This is the newest revision."
    static let ofTheText = "Of the text"
    static let anyClient = "Any client"
    static let anyPlatform = "Any"
    static let asOpened = "As opened"
    static let afterSubmit = "After submit"
    static let nothing = "Nothing"
    static let testData = "Test data"
    static let shown = "Shown"
    static let hidden = "Hidden"

    static func step(_ step: Int, of count: Int) -> String { "\(step) of \(count)" }
    static func stepSummary(_ step: Int, of count: Int) -> String { "Step \(step) of \(count)" }
    static let actionsHidden = "Actions hidden"

    static let platformMissing = "A client version means something on a platform only: choose one."
    static func noVersion(_ version: String) -> String {
        "\(version) is not a client version. Write it as 5.3.1."
    }
    static let brokenForClients =
        "The text cannot be read yet; once it can, what this client does not see is listed here."
    static func showsAll(_ client: String) -> String { "\(client) shows all of it." }
    static func showsTheRest(_ client: String) -> String { "\(client) shows all that could be compared." }
    static func notCompared(_ count: Int) -> String {
        count == 1
            ? "The part with an error could not be compared." : "The \(count) parts with errors could not be compared."
    }
    static func doesNotSee(_ client: String, _ count: Int) -> String {
        "\(client) does not show \(Words.count(count, "part")) as written."
    }

    /// Returns what a client gets instead of a part that it does not support.
    static func instead(of part: JSONPointer, _ escape: Escape?) -> String {
        let place = escape?.pointer.description ?? ""
        return switch escape?.manner {
        case .fallback:
            place.isEmpty
                ? "It gets the document’s fallback instead." : "It gets the fallback of `\(place)` instead."
        case .omission: escape?.pointer == part ? "It is left out." : "It gets the document without `\(place)`."
        case .word(let word): "It gets `\(word)` instead."
        case nil: "Nothing stands in for it: the document cannot be published for this client."
        }
    }

    static func moreGaps(_ count: Int) -> String { "\(count) more are not listed." }
}
