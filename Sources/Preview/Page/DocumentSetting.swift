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
    /// The features whose documents are open inside the page's own document, outermost first; this document's is the
    /// last. Empty for the page's own document.
    let openFeatures: [String]
    /// The form id that buttons outside the document refer to; nil if there are none.
    var formID: SharedFormID?
    /// The hidden fields with the state of outer documents, which every form of this document also posts.
    var carried: [PreviewOptions.Field] = []
    /// The page's remaining budget.
    let work: WorkBudget

    /// The carried fields as HTML, for the beginning of a form.
    var carriedInputs: Markup {
        Markup(
            html: carried.map {
                "<input type=\"hidden\" name=\"\(Markup.escape($0.name))\" value=\"\(Markup.escape($0.value))\">"
            }.joined())
    }

    /// Counts a form that a person fills in, and returns the id that buttons outside the document refer to; nil if no
    /// such button exists or another form has the id.
    func takeForm() -> String? {
        drawing.count(formCarrying: carried)
        return formID?.take()
    }

    /// Adds scripts to a page whose forms can be posted, with the script `posts`, which every such page needs. A page
    /// whose forms cannot be posted, such as a standalone page, gets none of these scripts.
    func use(posting scripts: [String]) {
        guard frame.formAction != nil else { return }
        for script in ["posts"] + scripts { drawing.use(script: script) }
    }
}
