/// All that a page shows of a preview: its controls, its frame, what the chosen client does not see.
struct PreviewLook: Sendable {
    var words = PreviewWords()
    var controls: PreviewControls
    var frame: PreviewFrame
    /// Nil when the preview is of no particular client.
    var gaps: ClientGaps?
    /// Where what the frame is filled with can be saved; nil where nobody fills it, or the reader may not.
    var savingHref: String?

    /// The same where the reader may save what the frame is filled with.
    func saving(_ maySave: Bool) -> PreviewLook {
        var copy = self
        copy.savingHref = maySave && controls.hasMoments ? controls.fillingsHref : nil
        return copy
    }

    static let sample = PreviewLook(
        controls: .sample, frame: .sample, gaps: .sample, savingHref: "/features/home.offers/fillings")
}

/// What the parts of a page need that show a preview.
struct PreviewLookPart: Sendable {
    var look: PreviewLook
}
