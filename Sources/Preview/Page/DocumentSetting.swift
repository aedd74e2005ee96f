import JSONText

/// What the drawing of a whole document works with.
struct DocumentSetting {
    let document: JSONDocument
    /// The document's root.
    var root: JSONValue { document.root }
    let drawing: Drawing
    let options: PreviewOptions
    let frame: FrameURLs
    let sources: PreviewSources
    let words: FrameWords
    /// Draws documents of other features that this one shows.
    let renderer: PreviewRenderer
    /// The documents of other features looked up so far.
    let others: OtherDocuments
    /// The features whose documents this one stands in, the outermost first.
    let openFeatures: [String]
}
