/// All that a page shows of a preview: its controls, its frame, what the chosen client does not see.
struct PreviewLook: Sendable {
    var words = PreviewWords()
    var controls: PreviewControls
    var frame: PreviewFrame
    /// Nil when the preview is of no particular client.
    var gaps: ClientGaps?
    /// Saving what the frame is filled with; nil where nobody fills it, or the reader may not.
    var saving: Saving?

    /// Where what the frame is filled with can be saved.
    struct Saving: Sendable {
        /// Where the form goes that a script fills.
        var action: String
        /// The page that saves what the frame showed last, without a script.
        var href: String
    }

    static let sample = PreviewLook(
        controls: .sample, frame: .sample, gaps: .sample,
        saving: Saving(
            action: "/features/home.offers/fillings", href: "/features/home.offers/fillings?shown=word"))
}

/// What the parts of a page need that show a preview.
struct PreviewLookPart: Sendable {
    var look: PreviewLook
}
