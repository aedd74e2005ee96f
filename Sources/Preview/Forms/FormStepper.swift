import DocumentKinds
import Foundation
package import JSONText
package import SchemaRepository

/// Validates the data of one page of a form for a client, and returns the next page or the result. A page is what the
/// form's document calls a step.
///
/// Nothing is stored between two requests; each request contains the data of all pages so far.
package struct FormStepper: Sendable {
    private let words: WordFiles

    /// Reads the texts of all languages; `directory` is the directory `Templates`.
    package init(templates directory: String) throws(PreviewError) {
        words = try WordFiles(folder: URL(fileURLWithPath: directory + "/preview/words"))
    }

    /// Returns the response to a submitted page of a form.
    ///
    /// `page`: The number of the submitted page, from 1; 0 requests the first page.
    /// `data`: A JSON object with the data of all pages so far; nil requests the first page.
    /// `languages`: The language tags for errors without a message in the form, the preferred one first; the first tag
    /// with texts is used, or else English. Empty for the document's language. `refused`: The language ranges to avoid:
    /// English is used instead of the document's language and, unless both are refused, the document's language instead
    /// of English.
    package func answer(
        to page: Int, data: JSONValue?, in document: JSONDocument, languages: [String], refused: [String] = [],
        work: WorkBudget
    ) -> StepOutcome {
        LargeStack.run(for: document.bytes) {
            let form = FormDocument(document.root)
            guard !form.steps.isEmpty else { return .notAForm }
            guard (0...form.steps.count).contains(page) else { return .noSuchPage(total: form.steps.count) }
            guard page > 0, let data else { return .answer(Self.json(form, page: 1)) }
            guard let value = FormValue(data, within: work) else { return .tooMuchWork }
            let schemas = FormSchemas(form.steps, work: work)
            let words = texts(for: languages, refused: refused, in: document)
            // The last page ends the form, so the data of all earlier pages are validated again.
            let checked = [page] + (page == form.steps.count ? Array(1..<page) : [])
            for number in checked {
                let errors = Self.errors(
                    of: value, on: number, entered: page, in: schemas, uiSchema: form.steps[number - 1].uiSchema,
                    words: words)
                guard !work.isSpent else { return .tooMuchWork }
                guard errors.isEmpty else { return .answer(Self.json(form, page: number, errors: errors.faults)) }
            }
            guard page == form.steps.count else { return .answer(Self.json(form, page: page + 1)) }
            return .answer(Self.end(of: form, data: data))
        }
    }

    private func texts(for languages: [String], refused: [String], in document: JSONDocument) -> FrameWords {
        func isRefused(_ tag: String) -> Bool { refused.contains { LanguageTag.range($0, contains: tag) } }
        guard languages.isEmpty || isRefused("en") else { return words.words(forFirstOf: languages) }
        let own = TextSurvey(document.root).language
        return words.words(forFirstOf: languages + (isRefused(own) ? [] : [own]))
    }

    /// Returns the errors of the data of a page (`page` from 1).
    private static func errors(
        of data: FormValue, on page: Int, entered: Int, in schemas: FormSchemas, uiSchema: JSONValue?,
        words: FrameWords
    ) -> FormErrors {
        var tree = FieldTree(schemas[page - 1], lists: FormLists(PreviewSources(now: .now)), picked: [:])
        let shape = tree.top(FormUI(value: uiSchema), data: data)
        return FormErrors(
            of: data, page: page - 1, entered: entered, in: schemas, shape: shape, asDrawn: false, words: words)
    }

    private static func json(_ form: FormDocument, page: Int, errors: [FormFault] = []) -> [UInt8] {
        let step = form.steps[page - 1]
        var writer = beginning(of: form, page: page, isComplete: false, errors: errors)
        if let title = step.title ?? form.title {
            writer.name("title")
            writer.string(title)
        }
        writer.name("jsonSchema")
        writer.raw(step.jsonSchema)
        if let uiSchema = step.uiSchema {
            writer.name("uiSchema")
            writer.raw(uiSchema)
        }
        writer.endObject()
        return writer.bytes
    }

    private static func end(of form: FormDocument, data: JSONValue) -> [UInt8] {
        var writer = beginning(of: form, page: form.steps.count, isComplete: true, errors: [])
        writer.name("payload")
        writer.raw(data)
        writer.name("action")
        if let action = form.submit?["action"] { writer.raw(action) } else { writer.null() }
        writer.endObject()
        return writer.bytes
    }

    private static func beginning(
        of form: FormDocument, page: Int, isComplete: Bool, errors: [FormFault]
    ) -> JSONWriter {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("complete")
        writer.bool(isComplete)
        writer.name("pages")
        writer.beginObject()
        writer.name("current")
        writer.number(page)
        writer.name("total")
        writer.number(form.steps.count)
        writer.endObject()
        writer.name("errors")
        writer.beginArray()
        for error in errors {
            writer.beginObject()
            writer.name("pointer")
            writer.string(error.pointer)
            writer.name("keyword")
            writer.string(error.keyword)
            writer.name("message")
            writer.string(error.message)
            writer.endObject()
        }
        writer.endArray()
        return writer
    }
}
