import JSONText

/// Mutable JSON data of a form. Numbers keep their text.
indirect enum FormValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([FormValue])
    case object([Member])

    struct Member: Sendable, Hashable {
        let name: String
        var value: FormValue

        /// Returns true if both names have the same code points and the values are the same.
        static func == (one: Member, other: Member) -> Bool {
            one.name.isExactly(other.name) && one.value == other.value
        }
    }

    /// Returns true if both are the same JSON: the same code points, and the same members in the same order.
    static func == (one: FormValue, other: FormValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.boolean(let one), .boolean(let other)): one == other
        case (.number(let one), .number(let other)): one.isExactly(other)
        case (.string(let one), .string(let other)): one.isExactly(other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.boolean ?? false)
        case .number: self = .number(value.rawText)
        case .string: self = .string(value.string ?? "")
        case .array: self = .array(value.elements.map(FormValue.init))
        case .object: self = .object(value.members.map { Member(name: $0.name, value: FormValue($0.value)) })
        }
    }

    /// Converts a document's value; nil if the request's work budget is spent.
    init?(_ value: JSONValue, within work: WorkBudget) {
        guard work.take(bytes: Self.memory(of: value)) else { return nil }
        self.init(value)
    }

    /// Returns an estimate of the memory in bytes that a document's value takes as a form value. The text of a value
    /// that is neither an array nor an object counts eight times, because the page repeats it in the control, in the
    /// step's data and in the box with all data, and the text is copied while the page is put together.
    static func memory(of value: JSONValue) -> Int {
        value.kind == .array || value.kind == .object ? memory(ofText: value.range.count) : 64 + 8 * value.range.count
    }

    /// Returns an estimate of the bytes of memory for an array or an object whose text has `count` bytes.
    static func memory(ofText count: Int) -> Int { 64 + 24 * count }

    static let empty = FormValue.object([])

    /// The value as a person would type it; empty for null, arrays and objects.
    var text: String {
        switch self {
        case .null, .array, .object: ""
        case .boolean(let boolean): boolean ? "true" : "false"
        case .number(let number): number
        case .string(let string): string
        }
    }

    /// The `value` attribute of a control: arrays and objects as JSON, other values as `text`.
    var word: String {
        switch self {
        case .array, .object: json()
        default: text
        }
    }

    /// True for null, an empty string and an empty array.
    var isBlank: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .boolean, .number, .object: false
        }
    }

    /// The elements of an array; empty for other values.
    var elements: [FormValue] { if case .array(let elements) = self { elements } else { [] } }

    /// The value of an object's member, or nil. Setting nil removes the member.
    subscript(_ name: String) -> FormValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.name.isExactly(name) }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            if let position = members.firstIndex(where: { $0.name.isExactly(name) }) {
                if let newValue { members[position].value = newValue } else { members.remove(at: position) }
            } else if let newValue {
                members.append(Member(name: name, value: newValue))
            }
            self = .object(members)
        }
    }

    /// Returns the value at a pointer, or nil.
    func value(at pointer: JSONPointer) -> FormValue? {
        var value: FormValue? = self
        for token in pointer.tokens {
            switch value {
            case .object: value = value?[token]
            case .array(let elements): value = Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: return nil
            }
        }
        return value
    }

    /// Returns the value without the part at a pointer's tokens; an element of an array becomes null, so that the
    /// others keep their indexes.
    func removing(_ tokens: ArraySlice<String>) -> FormValue {
        guard let token = tokens.first else { return self }
        let rest = tokens.dropFirst()
        var copy = self
        switch self {
        case .object:
            copy[token] = rest.isEmpty ? nil : self[token]?.removing(rest)
        case .array(var elements):
            guard let index = Int(token), elements.indices.contains(index) else { return self }
            elements[index] = rest.isEmpty ? .null : elements[index].removing(rest)
            copy = .array(elements)
        default: break
        }
        return copy
    }

    /// The names of an object's members.
    var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }

    /// Returns the value as JSON text.
    func json(pretty: Bool = false) -> String {
        var writer = JSONWriter(pretty: pretty)
        write(to: &writer)
        return writer.text
    }

    /// The value as a document, for validation; nil if it exceeds the limits of documents.
    var document: JSONDocument? { try? JSONDocument(parsing: json()) }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .boolean(let boolean): writer.bool(boolean)
        case .number(let number):
            if JSONNumber(number) != nil { writer.raw(Array(number.utf8)) } else { writer.string(number) }
        case .string(let string): writer.string(string)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.name(member.name)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
