import JSONText

/// What the drawing of a whole document works with.
struct DocumentSetting {
    /// The document's root.
    let root: JSONValue
    let drawing: Drawing
    let options: PreviewOptions
    let frame: FrameURLs
    let sources: PreviewSources
    let words: FrameWords
}
