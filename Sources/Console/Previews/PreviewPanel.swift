/// Everything a page shows of a preview: its controls, its frame, and what the chosen client does not support.
struct PreviewPanel: Sendable {
    var controls: PreviewControls
    var frame: PreviewFrame
    /// The parts of the document that the chosen client does not support; nil if no client version is chosen or no
    /// schemas are loaded.
    var gaps: ClientGaps?
    /// The sentence about the edition that the frame shows; nil if it shows the whole document.
    var edition: String?
    /// The sentence about the state in which other features are shown; nil if the document contains none.
    var otherFeatures: String?
    /// The form for saving the frame's data; nil if the document is not a form or questionnaire, or if the page does
    /// not offer to save its data.
    var saving: Saving?

    /// The addresses for saving the frame's data.
    struct Saving: Sendable {
        /// The address to which a script posts the form with the frame's data.
        var action: String
        /// The address of a page that saves the data shown last, for browsers without scripts.
        var href: String
    }

    static let sample = PreviewPanel(
        controls: .sample, frame: .sample, gaps: .sample,
        edition: "The preview shows the stored edition that iOS 5.2 gets, live since release 12.",
        otherFeatures: "Other features are shown as their newest revisions, published or not.",
        saving: Saving(
            action: "/features/home.offers/fillings", href: "/features/home.offers/fillings?shown=word"))
}

/// The data of the page parts that show a preview.
struct PreviewPanelPart: Sendable {
    var panel: PreviewPanel
}
