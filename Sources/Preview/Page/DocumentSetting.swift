import JSONText

/// The inputs for drawing a whole document.
struct DocumentSetting {
    let document: JSONDocument
    /// The document's root.
    var root: JSONValue { document.root }
    let drawing: Drawing
    let options: PreviewOptions
    let frame: FrameURLs
    let sources: PreviewSources
    let words: FrameWords
    /// The renderer, for documents of other features inside this one.
    let renderer: PreviewRenderer
    /// The documents of other features looked up so far.
    let others: OtherDocuments
    /// The features that contain this document, outermost first.
    let openFeatures: [String]
    /// The remaining budget of the page.
    let work: WorkBudget

    /// Adds the scripts of a document that can be posted, and those that every post needs; a standalone page posts
    /// nothing.
    func use(posting scripts: [String]) {
        guard frame.formAction != nil else { return }
        for script in ["posts"] + scripts { drawing.use(script: script) }
    }
}
