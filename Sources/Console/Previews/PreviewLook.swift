/// Everything a page shows of a preview: its controls, its frame, and what the chosen client does not support.
struct PreviewLook: Sendable {
    var controls: PreviewControls
    var frame: PreviewFrame
    /// The unsupported parts; nil if no client is chosen.
    var gaps: ClientGaps?
    /// The sentence about the edition that the frame shows; nil if it shows the whole document.
    var edition: String?
    /// The form for saving the frame's data; nil if nobody fills in the document, or the reader may not save.
    var saving: Saving?

    /// The addresses for saving the frame's data.
    struct Saving: Sendable {
        /// The address of the form that a script fills.
        var action: String
        /// The page that saves the data shown last, without a script.
        var href: String
    }

    static let sample = PreviewLook(
        controls: .sample, frame: .sample, gaps: .sample,
        edition: "The preview shows the stored edition that iOS 5.2 gets, live since release 12.",
        saving: Saving(
            action: "/features/home.offers/fillings", href: "/features/home.offers/fillings?shown=word"))
}

/// The data of the page parts that show a preview.
struct PreviewLookPart: Sendable {
    var look: PreviewLook
}
