import JSONSchema
import JSONText

/// Suggestions of values that the cell probably accepts.
extension CellDemand {
    /// Returns a value that the document contains for the cell; in a date cell, a date counted from today becomes a
    /// calendar day. Nil if a date cannot be read.
    func value(written value: JSONValue) -> SampleValue? {
        if kind == "date", let text = value.string { return dates.day(text).flatMap { SampleValue(text: $0.text) } }
        return SampleValue(written: value)
    }

    /// Returns an item of an option list as the cell stores it: a text that is a number becomes one if the cell expects
    /// a number.
    func value(lookedUp item: SampleValue) -> SampleValue {
        guard kind == "lookup", isNumeric, let text = item.root.string, JSONNumber(text) != nil else { return item }
        return SampleValue(number: text) ?? item
    }

    /// Returns values to try, the best first. `firstItem` is the first item of the cell's option list, `hidesCells` is
    /// true for a switch that hides other cells, and `sampling` limits the generated values.
    func suggestions(firstItem: SampleValue?, hidesCells: Bool, options sampling: SampleOptions) -> [SampleValue] {
        func number() -> SampleValue? { Self.sample(of: "number", patterns: [], validation, sampling) }
        func texts() -> [SampleValue] { self.texts(sampling) }
        switch kind {
        case "text": return texts()
        case "number": return [number()].compactMap(\.self)
        case "lookup":
            let made = isNumeric ? [number()] : texts() + [number()]
            return ([firstItem.map(value(lookedUp:))] + made).compactMap(\.self)
        case "choice":
            if let options { return options.compactMap(SampleValue.init(written:)) }
            return [firstItem].compactMap(\.self) + texts()
        // A switch that hides cells is off, so that as many cells as possible are filled in.
        case "switch": return [SampleValue(Array((hidesCells ? "false" : "true").utf8))].compactMap(\.self)
        case "document": return [SampleValue(text: "document.pdf")].compactMap(\.self)
        case "date":
            let days = [dates.today, latest, earliest].compactMap(\.self)
            return days.compactMap { SampleValue(text: $0.text) }
        default: return []
        }
    }

    private func texts(_ sampling: SampleOptions) -> [SampleValue] {
        if masks.isEmpty {
            return [Self.sample(of: "string", patterns: patterns.map(\.source), validation, sampling)]
                .compactMap(\.self)
        }
        let clock = WorkClock()
        return masks.compactMap { mask in
            MaskSampler.text(
                of: mask, patterns: patterns.map(\.source), maximumDuration: sampling.maximumDuration - clock.elapsed
            ) { text in
                SampleValue(text: text).map(accepts) ?? false
            }
        }.compactMap { SampleValue(text: $0) }
    }

    /// Generates a value by a JSON Schema with the patterns, lengths and number bounds; nil if the schema does not
    /// compile or no value was found.
    private static func sample(
        of type: String, patterns: [String], _ validation: JSONValue?, _ options: SampleOptions
    ) -> SampleValue? {
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
        // `allOf` must not be empty.
        writer.bool(true)
        for pattern in patterns {
            writer.beginObject()
            writer.name("pattern")
            writer.string(pattern)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        guard let document = try? JSONDocument(parsing: writer.bytes),
            let schema = try? EmbeddedSchema.compile(document.root, in: document).get()
        else { return nil }
        return SampleGenerator(schema: schema, options: options).sample().flatMap { SampleValue($0) }
    }
}
