/// All that a page shows of a preview: its controls, its frame, what the chosen client does not see.
struct PreviewLook: Sendable {
    var words = PreviewWords()
    var controls: PreviewControls
    var frame: PreviewFrame
    /// Nil when the preview is of no particular client.
    var gaps: ClientGaps?

    static let sample = PreviewLook(controls: .sample, frame: .sample, gaps: .sample)
}

/// What the parts of a page need that show a preview.
struct PreviewLookPart: Sendable {
    var look: PreviewLook
}
