import JSONSchema
import JSONText

/// The annotations about client versions and about replacements for older clients, for each subschema of a compiled
/// schema.
struct DemandMarks: Sendable {
    /// The annotations of one subschema. A class, because they are read at every value of a document and copying them
    /// takes long.
    final class Mark: Sendable {
        /// The versions that support the subschema; nil without annotations about versions.
        let availability: PlatformAvailability?
        /// The annotations in the subschema's `x-enum`, by enum value. Values without annotations about versions are
        /// left out.
        let values: [JSONName: ValueMark]
        /// True if values of the subschema may have a member `fallback` (`x-fallback`).
        let isElement: Bool
        /// True if older clients may get an object without a member of this schema (`x-ignorable`).
        let isIgnorable: Bool
        /// True if older clients get an array of this schema without the elements that they do not know
        /// (`x-unknown-items`).
        let dropsItems: Bool

        /// Reads the annotations of a subschema; `words` is the number of annotated enum values so far and is increased
        /// by those of the subschema.
        init(_ node: SchemaNode, words: inout Int) {
            let source = node.source
            availability = PlatformAvailability(source)
            let annotated = node.allowedValues == nil ? nil : source[.values]
            var values: [JSONName: ValueMark] = [:]
            for member in annotated.map({ Array($0.members) }) ?? [] {
                guard let mark = ValueMark(member.value, number: words) else { continue }
                values[JSONName(utf8: member.nameUTF8)] = mark
                words += 1
            }
            self.values = values
            isElement = source[.fallback]?.boolean ?? false
            isIgnorable = source[.ignorable]?.boolean == true
            dropsItems = source[.unknownItems]?.string == "drop"
        }

        /// Returns the annotations of a value of the subschema; nil without annotations about versions.
        func word(of value: JSONValue) -> ValueMark? {
            if values.isEmpty { return nil }
            return value.utf8.flatMap { values[JSONName(utf8: $0)] }
        }
    }

    /// The annotations of one enum value.
    final class ValueMark: Sendable {
        /// The number of the value among the annotated enum values of all subschemas.
        let number: Int
        let availability: PlatformAvailability
        /// The value that clients get instead if they do not know this one.
        let unknownAs: String?

        /// Reads annotations; nil if they say nothing about versions.
        init?(_ annotations: JSONValue, number: Int) {
            guard let availability = PlatformAvailability(annotations) else { return nil }
            self.number = number
            self.availability = availability
            unknownAs = annotations["unknownAs"]?.string
        }
    }

    /// The name of the member that replaces an element in older clients.
    static let fallback = JSONName("fallback")

    /// The subschemas to visit in order to find all demands and fallbacks.
    let reach: SchemaReach
    /// The number of annotated values in all enums.
    let wordCount: Int
    private let marks: [Mark]

    /// Reads the annotations of a schema. A given `reach` replaces the computed one.
    init(of schema: Schema, within reach: SchemaReach? = nil) {
        var words = 0
        let marks = schema.nodes.map { Mark($0, words: &words) }
        self.marks = marks
        wordCount = words
        // Every fallback is marked, even `"drop"`, which makes no demand.
        let fallbacks: Set<Int> =
            marks.contains(where: \.isElement) ? Set(schema.nodes.flatMap(Self.fallbacks).map(\.id)) : []
        let isMarked = { (node: SchemaNode) in
            let mark = marks[node.id]
            return mark.availability != nil || !mark.values.isEmpty || fallbacks.contains(node.id)
        }
        self.reach = reach ?? SchemaReach(in: schema, to: isMarked)
    }

    /// The number of subschemas.
    var count: Int { marks.count }

    /// The annotations of a subschema.
    subscript(_ node: SchemaNode) -> Mark { marks[node.id] }

    /// Returns the subschemas that describe a member called `fallback`.
    private static func fallbacks(of node: SchemaNode) -> [SchemaNode] {
        let name = "fallback"
        // Unevaluated members are skipped if their schema is just `true` or `false`.
        let unevaluated = node.unevaluatedProperties.flatMap { $0.constant == nil ? $0 : nil }
        let others = [node.property(name), node.additionalProperties, unevaluated].compactMap(\.self)
        return others + node.patternProperties(matching: name)
    }
}
