import Preview
import Publishing

/// The texts of the pages about preview templates in English.
struct PreviewTemplateWords: Sendable {
    let heading = "Preview template"
    let text = "Template"
    let textHint = """
        Mustache: the inside of the element’s box, after an optional style block. The element’s properties are its \
        variables; a name with .html in three braces places the element that the property holds.
        """
    let file = "From a file"
    let trying = "Try with the examples"
    let save = "Save for everyone"
    let withdraw = "Go back to the repository’s own"
    let withdrawHint = "What was uploaded stays in the history."
    let refused = "The template cannot be used"
    let notAllowed = "Only an administrator can change it."
    let examples = "Examples"
    let trial = "Drawn with the text above, which is not saved."
    let now = "Drawn as previews draw them now."
    let noExamples = "The entity has no examples to try it with."
    let history = "History"
    let change = "Show or change it"
}

extension PreviewTemplateWords {
    static func title(_ entity: String) -> String { "Preview template of \(entity)" }
    static func kind(_ entity: String) -> String { "preview template of \(entity)" }
    static let wrongSize = "A template has at least one character and at most 64 KiB."

    static func refused(_ objection: PreviewError) -> String {
        let sentence = objection.reason + "."
        return objection.line.map { "Line \($0): \(sentence)" } ?? sentence
    }

    static func change(_ body: String?) -> String {
        body.map { "Uploaded, \(Words.count($0.utf8.count, "byte"))" } ?? "Back to the repository’s own"
    }

    static func origin(_ origin: TemplateOrigin) -> String {
        switch origin {
        case .uploaded: "A template that was uploaded here draws it."
        case .repository: "The repository’s own preview.mustache draws it."
        case .kind(let kind): "It has no template of its own: Galley’s for the kind \(kind) draws it."
        case .outline: "It has no template: its properties are drawn as a labelled outline."
        case .notDrawn: ""
        }
    }
}
