import JSONSchema
import JSONText

/// What a cell asks of its value, with the conditions decided.
struct CellDemand {
    private let kind: String
    private let masks: [InputMask]
    private let patterns: [String]
    /// What texts and numbers must fulfil; nil where a pattern cannot be used.
    private let bounds: (text: Schema, number: Schema)?
    private let earliest: CalendarDay?
    private let latest: CalendarDay?
    private let options: [JSONValue]?
    /// Whether the bounds of a number are given, so that a looked-up value had better be one.
    private let isNumeric: Bool
    private let dates: DateReckoning

    init(_ cell: QuestionnaireCell, in scope: CellScope) {
        kind = cell.kind ?? ""
        dates = scope.dates
        masks = cell.rules("masks").filter { $0.kind != .object || scope.holds($0["when"]) }
            .compactMap { ($0.kind == .object ? $0["mask"] : $0)?.string.flatMap { InputMask($0) } }
        patterns = cell.rules("patterns").filter { scope.holds($0["when"]) }.compactMap { $0["pattern"]?.string }
        earliest = scope.day(of: cell.validation?["minDate"])
        latest = scope.day(of: cell.validation?["maxDate"])
        isNumeric = ["minimum", "maximum"].contains { cell.validation?[$0] != nil }
        options = cell.value["options"].map { $0.elements.compactMap { $0["value"] } }
        let text = Self.schema("string", patterns, cell.validation)
        let number = Self.schema("number", [], cell.validation)
        bounds = text.flatMap { text in number.map { (text, $0) } }
    }

    /// Whether a person could have entered the value.
    func accepts(_ value: SampleValue) -> Bool {
        let value = value.root
        switch (kind, value.kind) {
        case ("text", .string), ("lookup", .string): return acceptsText(value)
        case ("number", .number), ("lookup", .number): return bounds?.number.isValid(value) ?? false
        case ("lookup", .boolean), ("switch", .boolean), ("document", .object): return true
        case ("document", .string): return value.string != ""
        case ("date", .string):
            guard let day = CalendarDay(value.string ?? "") else { return false }
            return earliest.map { $0 <= day } ?? true && latest.map { day <= $0 } ?? true
        case ("choice", .string), ("choice", .number), ("choice", .boolean):
            return options?.contains { $0.isEqual(to: value) } ?? true
        default: return false
        }
    }

    /// A value that the cell has been given in the document; a date counted from today becomes a day.
    func value(written value: JSONValue) -> SampleValue? {
        if kind == "date", let text = value.string { return dates.day(text).flatMap { SampleValue(text: $0.text) } }
        return SampleValue(written: value)
    }

    /// Values worth trying, the best first.
    func suggestions(firstItem: SampleValue?, hidesCells: Bool) -> [SampleValue] {
        switch kind {
        case "text": return texts
        case "number": return [Self.sample(bounds?.number)].compactMap(\.self)
        case "lookup":
            let number = [Self.sample(bounds?.number)].compactMap(\.self)
            return [firstItem].compactMap(\.self) + (isNumeric ? number + texts : texts + number)
        case "choice":
            if let options { return options.compactMap(SampleValue.init(written:)) }
            return [firstItem].compactMap(\.self) + texts
        // What is hidden stays empty, so that nothing is hidden where one may choose.
        case "switch": return [SampleValue(Array((hidesCells ? "false" : "true").utf8))].compactMap(\.self)
        case "document": return [SampleValue(text: "document.pdf")].compactMap(\.self)
        case "date":
            let days = [dates.today, latest, earliest].compactMap(\.self)
            return days.compactMap { SampleValue(text: $0.text) }
        default: return []
        }
    }

    private func acceptsText(_ value: JSONValue) -> Bool {
        let text = value.string ?? ""
        guard !text.isEmpty, masks.isEmpty || masks.contains(where: { $0.accepts(text) }) else { return false }
        return bounds?.text.isValid(value) ?? false
    }

    private var texts: [SampleValue] {
        if masks.isEmpty { return [Self.sample(bounds?.text)].compactMap(\.self) }
        return masks.compactMap { mask in
            MaskFilling.text(of: mask, patterns: patterns) { text in
                SampleValue(text: text).map { acceptsText($0.root) } ?? false
            }
        }.compactMap { SampleValue(text: $0) }
    }

    private static func sample(_ schema: Schema?) -> SampleValue? {
        schema.flatMap { SampleGenerator(schema: $0).sample() }.flatMap { SampleValue($0) }
    }

    /// The patterns, lengths and numbers as a schema; nil where one of them cannot be used.
    private static func schema(_ type: String, _ patterns: [String], _ validation: JSONValue?) -> Schema? {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("type")
        writer.string(type)
        for keyword in ["minLength", "maxLength", "minimum", "maximum"] {
            guard let bound = validation?[keyword], bound.kind == .number else { continue }
            writer.name(keyword)
            writer.raw(bound)
        }
        writer.name("allOf")
        writer.beginArray()
        writer.bool(true)
        for pattern in patterns {
            writer.beginObject()
            writer.name("pattern")
            writer.string(pattern)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        guard let document = try? JSONDocument(parsing: writer.bytes) else { return nil }
        return try? EmbeddedSchema.compile(document.root, in: document).get()
    }
}
