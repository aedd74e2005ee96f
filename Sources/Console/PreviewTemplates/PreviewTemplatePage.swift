import Publishing

/// The page of the preview template of an entity (one schema of the repository): its text, examples and history.
struct PreviewTemplatePage: Page {
    static let template = "preview_templates/show"
    var chrome: Chrome
    var id: String
    var name: String
    var entityHref: String
    var action: String
    var withdrawAction: String
    /// A sentence about the template in use.
    var origin: String
    /// True if the examples show the unsaved text of the page.
    var isTrial: Bool
    /// The reason why the sent text cannot be used; nil for none.
    var refused: String?
    var maySave: Bool
    var mayWithdraw: Bool
    var text: String
    var hasExamples: Bool
    var examples: [ExampleView]
    var hasHistory: Bool
    /// The newest uploads and withdrawals, newest first; the page does not say if there are more.
    var history: [Row]

    /// An upload or a withdrawal of the template.
    struct Row: Sendable {
        var number: Int
        var what: String
        var who: String
        var when: TimeLabel
    }

    static let sample = PreviewTemplatePage(
        chrome: .sample, id: "/components/ButtonView", name: "ButtonView", entityHref: "/schemas/entity?id=x",
        action: "/schemas/entity/templates", withdrawAction: "/schemas/entity/template-withdrawals",
        origin: "An uploaded template draws it.", isTrial: true,
        refused: "Line 2: < is not allowed inside <style>.", maySave: true, mayWithdraw: true, text: "<b>Text</b>",
        hasExamples: true, examples: [.sample], hasHistory: true,
        history: [Row(number: 3, what: "Uploaded, 120 bytes", who: "mira", when: .sample)])
}

extension PreviewTemplatePage.Row {
    init(_ template: PreviewTemplate, clock: Clock) {
        number = template.number
        what = PreviewTemplateWords.change(template.body)
        who = template.author.name
        when = clock.when(template.createdAt)
    }
}
