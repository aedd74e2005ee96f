import JSONSchema
import JSONText

/// The annotations about client versions and about replacements for older clients, for each subschema of a compiled
/// schema.
struct DemandMarks: Sendable {
    /// The annotations of one subschema.
    struct Mark: Sendable {
        /// The versions that know it; nil without annotations about versions.
        let availability: PlatformAvailability?
        /// The annotations in its `x-enum` for the values of its `enum`. Values without annotations about versions are
        /// left out.
        let values: [JSONName: ValueMark]
        /// True if its values may have a fallback.
        let isElement: Bool
        /// True if clients may leave its values out where they are members of an object.
        let isIgnorable: Bool
        /// True if clients drop the items that they do not know.
        let dropsItems: Bool

        init(_ node: SchemaNode) {
            let source = node.source
            availability = PlatformAvailability(source)
            let annotated = node.allowedValues == nil ? nil : source[.values]
            values = (annotated.map { Array($0.members) } ?? []).reduce(into: [:]) { values, member in
                values[JSONName(utf8: member.nameUTF8)] = ValueMark(member.value)
            }
            isElement = source[.fallback]?.boolean ?? false
            isIgnorable = source[.ignorable]?.boolean == true
            dropsItems = source[.unknownItems]?.string == "drop"
        }

        /// Returns the words that may replace a value: the one of its `unknownAs`, the one of that word's `unknownAs`,
        /// and so on.
        func chain(from value: ValueMark) -> [String] {
            var words: [String] = []
            var next = value.unknownAs
            while let word = next, !words.contains(word) {
                words.append(word)
                next = values[JSONName(word)]?.unknownAs
            }
            return words
        }
    }

    /// The annotations of one value of an enumeration.
    struct ValueMark: Sendable {
        let availability: PlatformAvailability
        /// The value that clients take it for if they do not know it.
        let unknownAs: String?

        /// Reads annotations; nil if they say nothing about versions.
        init?(_ annotations: JSONValue) {
            guard let availability = PlatformAvailability(annotations) else { return nil }
            self.availability = availability
            unknownAs = annotations["unknownAs"]?.string
        }
    }

    /// The name of the member that replaces an element in older clients.
    static let fallback = JSONName("fallback")

    /// The subschemas that lead to one with a demand, or to a fallback.
    let reach: SchemaReach
    private let marks: [Mark]

    /// Reads the annotations of a schema. With a `reach`, walks only where it leads.
    init(of schema: Schema, within reach: SchemaReach? = nil) {
        let marks = schema.nodes.map(Mark.init)
        self.marks = marks
        // Every fallback counts, because it is also an answer that an older client gets nothing.
        let fallbacks: Set<Int> =
            marks.contains(where: \.isElement) ? Set(schema.nodes.flatMap(Self.fallbacks).map(\.id)) : []
        let isMarked = { (node: SchemaNode) in
            let mark = marks[node.id]
            return mark.availability != nil || !mark.values.isEmpty || fallbacks.contains(node.id)
        }
        self.reach = reach ?? SchemaReach(in: schema, to: isMarked)
    }

    /// Returns the annotations of a subschema.
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
