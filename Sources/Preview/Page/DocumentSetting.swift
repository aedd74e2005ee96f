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
    /// The budget that is left for the page.
    let work: WorkBudget

    /// Takes the scripts of a document that can be posted into the page, what all posts need first; one that stands
    /// alone posts nothing.
    func use(posting scripts: [String]) {
        guard frame.formAction != nil else { return }
        for script in ["posts"] + scripts { drawing.use(script: script) }
    }
}
