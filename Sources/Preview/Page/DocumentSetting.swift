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
    /// The id for the document's form, from the buttons around it; nil if there are none.
    var claim: FormClaim?
    /// The fields that every form of the document also posts, for the documents around it.
    var carried: [PreviewOptions.Field] = []
    /// The remaining budget of the page.
    let work: WorkBudget

    /// The carried fields, for the beginning of a form.
    var carriedInputs: Markup {
        Markup(
            html: carried.map {
                "<input type=\"hidden\" name=\"\(Markup.escape($0.name))\" value=\"\(Markup.escape($0.value))\">"
            }.joined())
    }

    /// Returns the id of the form that a person fills in: that of the buttons around it, or else nil.
    func takeForm() -> String? {
        drawing.count(formCarrying: carried)
        return claim?.take()
    }

    /// Adds the scripts of a document that can be posted, and those that every post needs; a standalone page posts
    /// nothing.
    func use(posting scripts: [String]) {
        guard frame.formAction != nil else { return }
        for script in ["posts"] + scripts { drawing.use(script: script) }
    }
}
