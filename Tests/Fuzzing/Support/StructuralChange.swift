internal import JSONText

/// Mutates the values of a JSON text, so that it stays valid JSON; random changes of bytes mostly break it.
package struct StructuralChange {
    private static let keywords = [
        "$ref", "$dynamicRef", "$recursiveRef", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$schema",
        "$defs", "definitions", "$vocabulary", "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum",
        "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "items", "prefixItems", "additionalItems",
        "unevaluatedItems", "maxItems", "minItems", "uniqueItems", "contains", "maxContains", "minContains",
        "maxProperties", "minProperties", "required", "properties", "patternProperties", "additionalProperties",
        "unevaluatedProperties", "dependencies", "dependentSchemas", "dependentRequired", "propertyNames", "if", "then",
        "else", "allOf", "anyOf", "oneOf", "not", "format", "x-discriminator", "x-name", "a", "b", "foo", "", "é",
        "~/%",
    ]
    private static let values = [
        "null", "true", "false", "0", "-1", "1", "2.0", "1e400", "-1.5e-7", "9223372036854775808", #""""#, ##""#""##,
        #""a""#, #""é\ud83d\ude00""#, #""integer""#, #""object""#, #""%""#, #""^(a|b)+$""#, #""\\p{L}(?!x)""#, "[]",
        "{}", "[[]]", #"[1,"a"]"#, ##"{"$ref":"#"}"##, ##"{"$ref":"#/$defs/a"}"##, ##"{"$dynamicRef":"#a"}"##,
        #"{"":{}}"#, "[{},false]", #"{"not":{}}"#, #"{"unevaluatedProperties":false}"#, #"{"unevaluatedItems":false}"#,
        #"{"const":{"a":[1]}}"#, #"{"type":"object","required":["a"]}"#, #"{"format":"idn-hostname"}"#,
        #""https://json-schema.org/draft/2019-09/schema""#, ##""http://json-schema.org/draft-04/schema#""##,
        #""http://json-schema.org/draft-07/schema""#, #""2024-02-30T25:00:60Z""#, #""xn--a-ecp.\u3002""#, #""::1%a""#,
    ].map { Array($0.utf8) }

    private var random: RandomNumbers

    /// Creates a mutation that depends only on the seed.
    package init(seed: UInt32) {
        random = RandomNumbers(state: UInt64(seed))
    }

    /// Returns a number below `count`, which must be at least 1.
    package mutating func choice(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Returns the text with one to three values changed; nil if it is not JSON.
    package mutating func changed(_ text: [UInt8]) -> [UInt8]? {
        var text = text
        for _ in 0...choice(below: 3) {
            guard let document = try? JSONDocument(parsing: text) else { return nil }
            var values: [JSONValue] = []
            Self.collect(document.root, &values)
            let old = values[choice(below: values.count)]
            text.replaceSubrange(old.range, with: replacement(for: old, among: values))
        }
        return text
    }

    private static func collect(_ value: JSONValue, _ values: inout [JSONValue]) {
        values.append(value)
        for element in value.elements { collect(element, &values) }
        for member in value.members { collect(member.value, &values) }
    }

    private mutating func replacement(for old: JSONValue, among values: [JSONValue]) -> [UInt8] {
        guard choice(below: 4) > 0 else { return anyValue(values) }
        switch old.kind {
        case .object:
            var members = old.members.map { (name: $0.nameUTF8, value: $0.value.rawBytes) }
            change(&members, renaming: { $0.name = $1 }, new: (Array(anyKeyword().utf8), anyValue(values)))
            var seen: Set<[UInt8]> = []
            var writer = JSONWriter()
            writer.beginObject()
            for member in members where seen.insert(member.name).inserted {
                writer.name(String(decoding: member.name, as: UTF8.self))
                writer.raw(member.value)
            }
            writer.endObject()
            return writer.bytes
        case .array:
            var elements = old.elements.map(\.rawBytes)
            change(&elements, renaming: { element, _ in element = [0x30] }, new: anyValue(values))
            var writer = JSONWriter()
            writer.beginArray()
            for element in elements { writer.raw(element) }
            writer.endArray()
            return writer.bytes
        case .null, .boolean, .number, .string: return anyValue(values)
        }
    }

    private mutating func change<Item>(
        _ items: inout [Item], renaming: (inout Item, [UInt8]) -> Void, new: Item
    ) {
        let place = choice(below: items.count + 1)
        switch choice(below: 4) {
        case 0 where place < items.count: items.remove(at: place)
        case 1 where place < items.count: renaming(&items[place], Array(anyKeyword().utf8))
        case 2 where place < items.count: items.swapAt(place, choice(below: items.count))
        default: items.insert(new, at: place)
        }
    }

    private mutating func anyKeyword() -> String { Self.keywords[choice(below: Self.keywords.count)] }

    private mutating func anyValue(_ values: [JSONValue]) -> [UInt8] {
        if choice(below: 2) == 0 { return values[choice(below: values.count)].rawBytes }
        return Self.values[choice(below: Self.values.count)]
    }
}

/// A seeded generator of pseudo-random numbers (SplitMix64).
private struct RandomNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
