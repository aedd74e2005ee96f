import JSONSchema
import JSONText

/// Assigns the faults of a step's data to its fields, or to values without a field, and writes their messages.
struct FormErrorCollector {
    private let data: FormValue
    private let fields: [FormField]
    private let words: FrameWords
    /// The fields and all fields nested in them, in display order.
    let all: [FormField]
    private let byPointer: [JSONName: FormField]
    /// The pointers of the values for which a person chooses between alternatives.
    private let choices: Set<JSONName>
    /// The first error of each field, by the pointer of the field's value.
    private(set) var found: [JSONName: FormFault] = [:]
    /// The errors without a field, in document order.
    private(set) var others: [FormFault] = []
    /// The messages of the errors in `others` whose value is inside no field.
    private(set) var general: [String] = []
    /// The pointers of the groups and rows that contain a value with an error in `others`.
    private var containers: Set<JSONName> = []
    /// The pointers of absent values that drawn fields require.
    private var absent: Set<JSONName> = []
    /// The pointers of the values with an error in `others`, except the data as a whole.
    private var taken: Set<JSONName> = []

    init(data: FormValue, fields: [FormField], choosesWhole: Bool, words: FrameWords) {
        self.data = data
        self.fields = fields
        self.words = words
        let all = Self.all(fields)
        self.all = all
        byPointer = Dictionary(all.map { (JSONName($0.pointer), $0) }, uniquingKeysWith: { first, _ in first })
        let choosing = all.filter { !$0.branches.isEmpty }.map { JSONName($0.pointer) }
        choices = Set(choosing + (choosesWhole ? [JSONName("")] : []))
    }

    /// Returns the message at a field; nil if it has no error.
    func message(at field: FormField) -> String? {
        let pointer = JSONName(field.pointer)
        return found[pointer]?.message ?? (containers.contains(pointer) ? words["error.other"] : nil)
    }

    /// Returns the fields and all fields nested in them.
    private static func all(_ fields: [FormField]) -> [FormField] {
        fields.flatMap { [$0] + all($0.fields) }
    }

    // MARK: Required fields

    /// Adds an error for each required field without a value. Info fields need no value; for a group, its fields are
    /// examined.
    mutating func requireFields() { require(fields, in: data) }

    private mutating func require(_ fields: [FormField], in data: FormValue) {
        for field in fields {
            let value = data[field.name]
            if field.isRequired, Self.isMissing(value), field.widget != .group, field.widget != .info {
                let pointer = JSONName(field.pointer)
                found[pointer] = FormFault(
                    pointer: field.pointer, keyword: "required", message: missing(field, keyword: "required"))
                if value == nil { absent.insert(pointer) }
            }
            switch field.widget {
            case .group where field.isRequired || value != nil:
                require(field.fields, in: value ?? .empty)
            case .rows:
                let rows = value?.elements ?? []
                for (index, row) in field.fields.enumerated() where row.widget == .group && index < rows.count {
                    require(row.fields, in: rows[index])
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

    // MARK: Faults of the validation

    /// A fault that the validation reports, with the pointer and the field at which its message is shown.
    private struct Place {
        let fault: SchemaFault
        /// The schema of the page that reports the fault.
        let schema: FormSchema
        /// The pointer of the value, or of the missing member.
        let pointer: String
        /// The nearest field that contains the value.
        let field: FormField?
        /// True if a person chooses between alternatives of an object around the value, and the fields of the drawn
        /// alternative do not include the object's member with the value.
        let isUndecided: Bool
        /// True if the value is missing from an object whose other members are drawn.
        let isUndrawnOmission: Bool

        var keyword: String { fault.diagnostic.keyword ?? "" }
    }

    /// Adds the faults that a validation reports; `faults` is nil if the data exceed the limits of documents. The
    /// initializer of `FormErrors` explains `asDrawn`.
    mutating func add(_ faults: [FormSchemas.PageFault]?, asDrawn: Bool) {
        guard let faults else {
            addOther(FormFault(pointer: "", keyword: "", message: words["error.other"]), in: nil)
            return
        }
        let isComplete: (FormSchemas.PageFault) -> Bool = { $0.fault.diagnostic.code != Diagnostic.moreCode }
        let places = faults.filter(isComplete).map { place($0) }
        if asDrawn {
            let isStray: (Place) -> Bool = { $0.isUndecided || $0.isUndrawnOmission }
            for place in places where !isStray(place) { add(place) }
            // These errors may disappear when a person corrects the drawn fields, so they are added only if the drawn
            // fields have no errors.
            if isEmpty { for place in places where isStray(place) { add(place) } }
        } else {
            dropUnreported(by: places)
            for place in places { add(place) }
        }
        if isEmpty { for fault in faults where !isComplete(fault) { add(place(fault)) } }
    }

    private var isEmpty: Bool { found.isEmpty && others.isEmpty }

    private func place(_ reported: FormSchemas.PageFault) -> Place {
        let fault = reported.fault
        let tokens = fault.diagnostic.pointer.tokens + (fault.missing.map { [$0] } ?? [])
        // The pointers of the data as a whole, of each value around the faulty value, and of the faulty value.
        var pointers = [""]
        for token in tokens { pointers.append(JSONPointer.text(of: token, in: pointers[pointers.count - 1])) }
        let fields = pointers.map { byPointer[JSONName($0)] }
        let isUndecided = tokens.indices.contains { depth in
            fields[depth + 1] == nil && choices.contains(JSONName(pointers[depth]))
        }
        let parent = fields[max(0, tokens.count - 1)]
        let isUndrawnOmission =
            fault.missing != nil && fields[tokens.count] == nil && (tokens.count == 1 || parent?.widget == .group)
        return Place(
            fault: fault, schema: reported.schema, pointer: pointers[tokens.count],
            field: fields.lazy.compactMap(\.self).last,
            isUndecided: isUndecided, isUndrawnOmission: isUndrawnOmission)
    }

    /// Removes the error of an absent value if the validation reports neither the value nor an object around it as
    /// missing. The validation may have applied another alternative than the drawn one, or the object may be null.
    private mutating func dropUnreported(by places: [Place]) {
        let reported = Set(places.filter { $0.fault.missing != nil }.map { JSONName($0.pointer) })
        for pointer in absent {
            let ends = pointer.utf8.indices.filter { pointer.utf8[$0] == UInt8(ascii: "/") } + [pointer.utf8.endIndex]
            guard !ends.contains(where: { reported.contains(JSONName(utf8: Array(pointer.utf8[..<$0]))) }) else {
                continue
            }
            found[pointer] = nil
        }
    }

    private mutating func add(_ place: Place) {
        guard let field = place.field else {
            addOther(FormFault(pointer: place.pointer, keyword: place.keyword, message: text(place)), in: nil)
            return
        }
        let isExact = field.pointer.isExactly(place.pointer)
        if !isExact, field.widget == .group || field.widget == .rows {
            addOther(FormFault(pointer: place.pointer, keyword: place.keyword, message: text(place)), in: field)
            return
        }
        guard found[JSONName(field.pointer)] == nil else { return }
        let message: String
        if isExact, place.fault.missing != nil {
            // If fields of the missing group have errors, the group needs no error of its own.
            if Self.all(field.fields).contains(where: { found[JSONName($0.pointer)] != nil }) { return }
            message = missing(field, keyword: place.keyword)
        } else if isExact || !field.choices.isEmpty {
            let own = place.fault.schema
            let schemas = [own].compactMap(\.self) + field.schemas.filter { $0 != own }
            message = text(place.keyword, of: schemas, title: field.title, violated: own, value: value(at: place))
        } else {
            message = words["error.other"]
        }
        found[JSONName(field.pointer)] = FormFault(pointer: field.pointer, keyword: place.keyword, message: message)
    }

    /// Adds an error without a field; `container` is the field around the value. Of a value other than the step's data
    /// as a whole, only the first error is kept.
    private mutating func addOther(_ fault: FormFault, in container: FormField?) {
        guard fault.pointer.isEmpty ? !others.contains(fault) : taken.insert(JSONName(fault.pointer)).inserted else {
            return
        }
        others.append(fault)
        if let container {
            containers.insert(JSONName(container.pointer))
        } else {
            let text = fault.pointer.isEmpty ? fault.message : "\(fault.pointer): \(fault.message)"
            if !general.contains(text) { general.append(text) }
        }
    }

    // MARK: Texts

    private func value(at place: Place) -> String { data.value(at: place.fault.diagnostic.pointer)?.text ?? "" }

    /// Returns the message for a missing field: the one that its schema defines, otherwise the one of an object around
    /// the field, otherwise the preview's own.
    private func missing(_ field: FormField, keyword: String) -> String {
        let own = field.schemas.compactMap { $0["errors"]?["required"]?.string }.first
        let parent = field.parentErrors.compactMap { $0["required"]?.string }.first
        return filled(
            own ?? parent ?? words["error.required"], title: field.title, limit: field[keyword], value: "")
    }

    /// Returns the message for an error without a field.
    private func text(_ place: Place) -> String {
        let own = place.fault.schema
        let isWhole = place.fault.diagnostic.pointer.tokens.isEmpty
        if let name = place.fault.missing {
            let property = own?.property(name)
            let texts = [property, own].compactMap { $0?["errors"]?["required"]?.string }
            let message = texts.first ?? (isWhole ? place.schema.text(place.keyword) : nil) ?? words["error.required"]
            return filled(message, title: property?["title"]?.string ?? name, limit: nil, value: "")
        }
        let schemas = [isWhole ? place.schema.root : nil, own].compactMap(\.self)
        let name = place.fault.diagnostic.pointer.tokens.last ?? ""
        return text(
            place.keyword, of: schemas, title: own?["title"]?.string ?? name, violated: own, value: value(at: place))
    }

    /// Returns the message for a keyword: the first that one of the schemas defines for the keyword or, if none does,
    /// for all keywords (`_`); otherwise the preview's own. `violated` is the schema with the keyword.
    private func text(
        _ keyword: String, of schemas: [SchemaNode], title: String, violated: SchemaNode?, value: String
    ) -> String {
        let texts = schemas.compactMap { $0["errors"] }
        let limit = violated?[keyword] ?? schemas.lazy.compactMap { $0[keyword] }.first
        if let own = texts.compactMap({ $0[keyword]?.string }).first ?? texts.compactMap({ $0["_"]?.string }).first {
            return filled(own, title: title, limit: limit, value: value)
        }
        var key = keyword
        if keyword == "type", let type = schemas.lazy.compactMap({ $0["type"] }).first?.string,
            ["number", "integer"].contains(type)
        {
            key += "." + type
        }
        return filled(words.error(key), title: title, limit: limit, value: value)
    }

    /// Replaces `{limit}`, `{title}` and `{value}` in a message.
    private func filled(_ text: String, title: String, limit: JSONValue?, value: String) -> String {
        guard text.contains("{") else { return text }
        let limit = limit.map { $0.integer.map(words.number) ?? $0.string ?? $0.rawText } ?? ""
        return text.replacing("{limit}", with: limit).replacing("{title}", with: title)
            .replacing("{value}", with: value)
    }
}
