import JSONText

/// The errors of a step's data, with the document's own messages if it has any.
struct FormErrors {
    /// The first error of each field, by the pointer of the field's value.
    private var found: [JSONName: FormFault] = [:]
    /// The fields with an error, in display order.
    private(set) var fields: [FormField] = []
    /// The errors of the step as a whole.
    private var whole: [FormFault] = []

    /// All errors: those of the fields in display order, then those of the step as a whole.
    var faults: [FormFault] { fields.compactMap { found[JSONName($0.pointer)] } + whole }

    /// Returns the message at a field; nil if it has no error.
    func message(at field: FormField) -> String? { found[JSONName(field.pointer)]?.message }

    /// The messages of the errors of the step as a whole.
    var general: [String] { whole.map(\.message) }

    var isEmpty: Bool { fields.isEmpty && whole.isEmpty }

    /// Creates an empty list of errors.
    init() {}

    init(of data: FormValue, fields: [FormField], schema: FormSchema, words: FrameWords) {
        require(fields, in: data, words: words)
        let byPointer = Dictionary(
            Self.all(fields).map { (JSONName($0.pointer), $0) }, uniquingKeysWith: { first, _ in first })
        var absent: Diagnostic?
        for diagnostic in schema.errors(in: data) where diagnostic.severity == .error {
            let keyword = diagnostic.keyword ?? ""
            guard !["required", "dependentRequired", "dependencies"].contains(keyword) else {
                absent = absent ?? diagnostic
                continue
            }
            var pointer: JSONPointer? = diagnostic.pointer
            var field: FormField?
            while let current = pointer, field == nil, !current.tokens.isEmpty {
                field = byPointer[JSONName(current.description)]
                pointer = JSONPointer(tokens: Array(current.tokens.dropLast()))
            }
            guard let field else {
                // An error at a member without a visible field belongs to another step; an error at the root concerns
                // the step as a whole.
                if diagnostic.pointer.tokens.isEmpty {
                    let text = schema.text(keyword) ?? words.error(keyword)
                    if !general.contains(text) {
                        whole.append(FormFault(pointer: "", keyword: keyword, message: text))
                    }
                }
                continue
            }
            guard found[JSONName(field.pointer)] == nil else { continue }
            let exact = field.pointer.isExactly(diagnostic.pointer.description) || !field.choices.isEmpty
            let value = data.value(at: diagnostic.pointer)?.text ?? ""
            let message = exact ? Self.text(keyword, of: field, value: value, words: words) : words["error.other"]
            found[JSONName(field.pointer)] = FormFault(pointer: field.pointer, keyword: keyword, message: message)
        }
        self.fields = Self.all(fields).filter { found[JSONName($0.pointer)] != nil }
        // A missing value without a field is an error of the step as a whole, unless other errors are shown.
        if let absent, isEmpty {
            let message = schema.text(absent.keyword ?? "") ?? absent.message
            whole.append(FormFault(pointer: "", keyword: absent.keyword ?? "", message: message))
        }
    }

    /// Returns the fields and all fields nested in them.
    private static func all(_ fields: [FormField]) -> [FormField] {
        fields.flatMap { [$0] + all($0.fields) }
    }

    private mutating func require(_ fields: [FormField], in data: FormValue, words: FrameWords) {
        for field in fields {
            let value = data[field.name]
            if field.isRequired, Self.isMissing(value), field.widget != .group, field.widget != .info {
                found[JSONName(field.pointer)] = FormFault(
                    pointer: field.pointer, keyword: "required", message: Self.missing(field, words: words))
            }
            switch field.widget {
            case .group where field.isRequired || value != nil:
                require(field.fields, in: value ?? .empty, words: words)
            case .rows:
                let rows = value?.elements ?? []
                for (index, row) in field.fields.enumerated() where row.widget == .group && index < rows.count {
                    require(row.fields, in: rows[index], words: words)
                }
            default: break
            }
        }
    }

    private static func isMissing(_ value: FormValue?) -> Bool {
        switch value {
        case nil: true
        case .string(let text): text.isEmpty
        default: false
        }
    }

    /// Returns the message for a missing value: the property's own, that of its container, or the default.
    private static func missing(_ field: FormField, words: FrameWords) -> String {
        let own = field.schemas.compactMap { $0["errors"]?["required"]?.string }.first
        let parent = field.parentErrors.compactMap { $0["required"]?.string }.first
        return filled(
            own ?? parent ?? words["error.required"], field: field, keyword: "required", value: "", words: words)
    }

    /// Returns the message for a keyword: the property's own message for the keyword or for all keywords (`_`), or the
    /// default.
    private static func text(_ keyword: String, of field: FormField, value: String, words: FrameWords) -> String {
        let texts = field.schemas.compactMap { $0["errors"] }
        if let own = texts.compactMap({ $0[keyword]?.string }).first ?? texts.compactMap({ $0["_"]?.string }).first {
            return filled(own, field: field, keyword: keyword, value: value, words: words)
        }
        var key = keyword
        if keyword == "type", let type = field["type"]?.string, ["number", "integer"].contains(type) {
            key += "." + type
        }
        return filled(words.error(key), field: field, keyword: keyword, value: value, words: words)
    }

    /// Replaces `{limit}`, `{title}` and `{value}` in a message.
    private static func filled(
        _ text: String, field: FormField, keyword: String, value: String, words: FrameWords
    ) -> String {
        guard text.contains("{") else { return text }
        let limit = field[keyword].map { $0.integer.map(words.number) ?? $0.string ?? $0.rawText } ?? ""
        return text.replacing("{limit}", with: limit).replacing("{title}", with: field.title)
            .replacing("{value}", with: value)
    }
}
