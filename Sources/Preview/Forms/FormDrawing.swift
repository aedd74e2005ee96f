import DocumentKinds
import JSONText
import SchemaRepository

/// Draws a form when it is opened and after each post: one step, its errors, the navigation, and the data so far.
struct FormDrawing: DocumentDrawing {
    private let setting: DocumentSetting
    private var document: JSONValue { setting.root }
    private var drawing: Drawing { setting.drawing }
    private var options: PreviewOptions { setting.options }
    private var frame: FrameURLs { setting.frame }
    private var words: FrameWords { setting.words }

    init(_ setting: DocumentSetting) { self.setting = setting }

    func markup() -> Markup {
        let form = FormDocument(document)
        guard !form.steps.isEmpty else { return drawing.outline(document, entity: nil, path: "", depth: 0) }
        var state = FormState(form.steps, setting: setting)
        state.settle()
        setting.use(posting: ["filling"])
        drawing.filling = state.data.json(pretty: true)
        let identifier = setting.takeForm() ?? drawing.id("form")
        let screen = drawing.render("form", context(form, state: state, identifier: identifier))
        drawing.tools.append(drawing.render("form-tools", tools(form, state: state, identifier: identifier)))
        return screen
    }

    /// The analytics event of the submit action if the post submitted the last step without errors; nil otherwise.
    var sentEvent: String? {
        let form = FormDocument(document)
        guard let event = form.submit?["action"]?["analytics"]?["event"]?.string, !form.steps.isEmpty else {
            return nil
        }
        var state = FormState(form.steps, setting: setting)
        state.settle()
        return state.isSubmitted && isLast(form, state.step) ? event : nil
    }

    /// Returns true if a step (from 0) is the last one.
    private func isLast(_ form: FormDocument, _ step: Int) -> Bool {
        (form.pages?.current ?? step + 1) >= (form.pages?.total ?? form.steps.count)
    }

    private func tools(_ form: FormDocument, state: FormState, identifier: String) -> FormToolsContext {
        let isLast = isLast(form, state.step)
        return FormToolsContext(
            action: frame.formAction, form: identifier, isDone: state.isDone, payloadTitle: words["payload"],
            payload: state.data.json(pretty: true), submitLabel: words["then-here"],
            submitAction: isLast && !state.isDone ? submitAction(form) : nil, fill: state.isDone ? nil : words["fill"],
            trouble: state.fillingProblems.isEmpty
                ? nil
                : FormContext.Trouble(
                    id: drawing.id("fill-trouble"), heading: words["filling-problem"],
                    problems: state.fillingProblems.map(Markup.init(message:))),
            restart: state.isDone ? words["restart"] : nil)
    }

    private func context(_ form: FormDocument, state: FormState, identifier: String) -> FormContext {
        let step = form.steps[state.step]
        let total = form.pages?.total ?? form.steps.count
        let current = form.pages?.current ?? state.step + 1
        let isLast = isLast(form, state.step)
        let uiPath = step.uiSchema?.pointer.description
        let fieldDrawing = FieldDrawing(drawing: drawing, words: words, errors: state.errors)
        let fields = state.isDone ? [] : fieldDrawing.markup(state.fields, data: state.data, uiPath: uiPath)
        let action = submitAction(form)
        let schemaTitle = state.schema.title
        let drawn = Set((Self.branches(state.fields) + state.branches).map { JSONName($0.name) })
        let stepTitle = step.title ?? schemaTitle
        let title = form.title ?? (form.steps.count == 1 ? stepTitle : nil)
        return FormContext(
            identifier: identifier, carriedInputs: setting.carriedInputs, action: frame.formAction,
            language: words.language, title: title,
            step: String(state.step + 1),
            data: state.data.json(),
            carried: state.picked.filter { !drawn.contains($0.key) }
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { name, place in
                    FormContext.Carried(name: String(decoding: name.utf8, as: UTF8.self), value: String(place))
                },
            progress: total > 1 ? progress(form, current: current, total: total) : nil,
            issues: stepIssues(step), done: state.isDone ? done(action) : nil, summary: summary(state),
            cleared: state.cleared.isEmpty
                ? nil : words["cleared", ["names": state.cleared.joined(separator: ", ")]],
            stepTitle: stepTitle == title ? nil : stepTitle,
            schemaTitle: schemaTitle == title || schemaTitle == stepTitle ? nil : schemaTitle,
            stepDescription: state.schema.description,
            branches: state.isDone ? [] : fieldDrawing.branches(state.branches, of: nil), fields: fields,
            update: (!state.branches.isEmpty || state.fields.contains(where: Self.decides)) && frame.formAction != nil
                ? words["update"] : nil,
            back: state.step > 0 && !state.isDone ? words["back"] : nil,
            next: isLast ? form.submit?["title"]?.string ?? words["submit"] : words["next"])
    }

    private static func decides(_ field: FormField) -> Bool {
        field.refreshes || field.fields.contains(where: decides)
    }

    private static func branches(_ fields: [FormField]) -> [FormBranch] {
        fields.flatMap { $0.branches + branches($0.fields) }
    }

    private func progress(_ form: FormDocument, current: Int, total: Int) -> FormContext.Progress {
        let shown = min(total, 24)
        let steps = (1...max(1, shown)).map { number in
            var link: String?
            let isOwn = form.pages == nil && number <= form.steps.count
            if isOwn, frame.formAction == nil, let page = frame.page {
                link = page + (page.contains("?") ? "&" : "?") + "step=\(number)"
            }
            return FormContext.Step(
                label: label(number, total), link: link,
                press: isOwn && frame.formAction != nil ? "step:\(number)" : nil,
                state: number < current ? "is-past" : number == current ? "is-current" : "is-next",
                isCurrent: number == current)
        }
        return FormContext.Progress(label: label(current, total), steps: steps)
    }

    private func label(_ current: Int, _ total: Int) -> String {
        words["step", ["current": words.number(current), "total": words.number(total)]]
    }

    /// Returns the errors in the step's schemas that no field shows.
    private func stepIssues(_ step: FormStep) -> [Markup] {
        var messages = drawing.takeIssues(at: step.jsonSchema.pointer.description)
        if let ui = step.uiSchema { messages += drawing.takeIssues(at: ui.pointer.description) }
        return messages.isEmpty ? [] : [drawing.list(messages)]
    }

    private func done(_ action: String?) -> FormContext.Done {
        FormContext.Done(
            icon: drawing.icons.glyph(named: "check"), heading: words["done"], then: words["then"], target: action)
    }

    private func summary(_ state: FormState) -> FormContext.Summary? {
        guard !state.errors.fields.isEmpty || !state.errors.general.isEmpty else { return nil }
        var entries = state.errors.fields.map { field in
            FormContext.Entry(
                title: field.title, target: drawing.id(FieldDrawing.id(field)),
                message: state.errors.message(at: field) ?? "")
        }
        entries += state.errors.general.map {
            FormContext.Entry(title: "", target: nil, message: Markup.shown($0, upTo: FrameLimits.shownText))
        }
        return FormContext.Summary(heading: words["fix"], entries: Array(entries.prefix(30)))
    }

    /// Returns the deep link and the event of the submit action as a text; nil if there is neither.
    private func submitAction(_ form: FormDocument) -> String? {
        guard let action = form.submit?["action"] else { return nil }
        let event = action["analytics"]?["event"]?.string
        let parts = [action["deeplink"]?.string, event].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
