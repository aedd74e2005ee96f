import JSONText

/// What is wrong with the data of a step, in the document's own words where it has some.
struct FormErrors {
    /// Messages by the pointer of the field they belong to.
    private(set) var messages: [String: String] = [:]
    /// Fields with an error, in the order they are shown.
    private(set) var fields: [FormField] = []
    /// What belongs to no field that is shown.
    private(set) var general: [String] = []

    var isEmpty: Bool { fields.isEmpty && general.isEmpty }

    /// No errors.
    init() {}

    init(of data: FormValue, fields: [FormField], schema: FormSchema, words: FrameWords) {
        require(fields, in: data, words: words)
        let byPointer = Dictionary(Self.all(fields).map { ($0.pointer, $0) }, uniquingKeysWith: { first, _ in first })
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
                field = byPointer[current.description]
                pointer = JSONPointer(tokens: Array(current.tokens.dropLast()))
            }
            guard let field else {
                // A member that no field shows belongs to another step; a fault of the whole has no field to stand at.
                if diagnostic.pointer.tokens.isEmpty {
                    let text = schema.text(keyword)
                    let own = words.error(keyword)
                    if !general.contains(text ?? own) { general.append(text ?? own) }
                }
                continue
            }
            guard messages[field.pointer] == nil else { continue }
            let exact = field.pointer == diagnostic.pointer.description || !field.choices.isEmpty
            let value = data.value(at: diagnostic.pointer)?.text ?? ""
            messages[field.pointer] =
                exact ? Self.text(keyword, of: field, value: value, words: words) : words["error.other"]
        }
        self.fields = Self.all(fields).filter { messages[$0.pointer] != nil }
        // What is missing and has no field could not be given.
        if let absent, isEmpty { general.append(schema.text(absent.keyword ?? "") ?? absent.message) }
    }

    /// A field and all inside it.
    private static func all(_ fields: [FormField]) -> [FormField] {
        fields.flatMap { [$0] + all($0.fields) }
    }

    private mutating func require(_ fields: [FormField], in data: FormValue, words: FrameWords) {
        for field in fields {
            let value = data[field.name]
            if field.isRequired, Self.isMissing(value), field.widget != .group, field.widget != .info {
                messages[field.pointer] = Self.missing(field, words: words)
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

    /// The text for a missing value: the property's own, that of what encloses it, the default.
    private static func missing(_ field: FormField, words: FrameWords) -> String {
        let own = field.schemas.compactMap { $0["errors"]?["required"]?.string }.first
        let parent = field.parentErrors.compactMap { $0["required"]?.string }.first
        return filled(
            own ?? parent ?? words["error.required"], field: field, keyword: "required", value: "", words: words)
    }

    /// The text for a keyword: the property's own, its text for anything, the default.
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

    /// A text with `{limit}`, `{title}` and `{value}` replaced.
    private static func filled(
        _ text: String, field: FormField, keyword: String, value: String, words: FrameWords
    ) -> String {
        guard text.contains("{") else { return text }
        let limit = field[keyword].map { $0.number?.int.map(words.number) ?? $0.string ?? $0.rawText } ?? ""
        return text.replacing("{limit}", with: limit).replacing("{title}", with: field.title)
            .replacing("{value}", with: value)
    }
}
