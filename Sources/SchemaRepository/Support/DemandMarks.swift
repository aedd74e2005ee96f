import JSONSchema
import JSONText

/// What the subschemas of a compiled schema say of client versions, and of what older clients are given instead.
struct DemandMarks: Sendable {
    /// What one subschema says.
    struct Mark: Sendable {
        /// Nil where it says nothing of versions.
        let availability: PlatformAvailability?
        /// What its `x-enum` says of the values of its `enum`; without those of which it says nothing of versions.
        let values: [JSONName: ValueMark]
        /// Whether its values may have a fallback.
        let isElement: Bool
        /// Whether clients may leave out its values where they are members.
        let isIgnorable: Bool
        /// Whether clients drop the items that they do not know.
        let dropsItems: Bool

        init(_ node: SchemaNode) {
            let source = node.source
            availability = PlatformAvailability(source)
            let annotated = node.allowedValues == nil ? nil : source["x-enum"]
            values = (annotated.map { Array($0.members) } ?? []).reduce(into: [:]) { values, member in
                values[JSONName(utf8: member.nameUTF8)] = ValueMark(member.value)
            }
            isElement = source["x-fallback"]?.boolean ?? false
            isIgnorable = source["x-ignorable"]?.boolean == true
            dropsItems = source["x-unknown-items"]?.string == "drop"
        }

        /// The words that may stand in for a value: the one that clients take it for, the one that they take that for if
        /// they do not know it either, and so on.
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

    /// What is said of one value of an enumeration.
    struct ValueMark: Sendable {
        let availability: PlatformAvailability
        /// What clients that do not know the value take it for.
        let unknownAs: String?

        /// Nil where the annotations say nothing of versions.
        init?(_ annotations: JSONValue) {
            guard let availability = PlatformAvailability(annotations) else { return nil }
            self.availability = availability
            unknownAs = annotations["unknownAs"]?.string
        }
    }

    /// The name of the member that stands in for an element.
    static let fallback = JSONName("fallback")

    /// What leads to a subschema that demands something, or to a fallback that may stand in for it.
    let reach: SchemaReach
    private let marks: [Mark]

    /// Reads the annotations of a schema; with a `reach`, walks where that leads.
    init(of schema: Schema, within reach: SchemaReach? = nil) {
        let marks = schema.nodes.map(Mark.init)
        self.marks = marks
        // A fallback counts whatever it is: that an older client is given nothing is an answer too.
        let fallbacks: Set<Int> =
            marks.contains(where: \.isElement) ? Set(schema.nodes.flatMap(Self.fallbacks).map(\.id)) : []
        let isMarked = { (node: SchemaNode) in
            let mark = marks[node.id]
            return mark.availability != nil || !mark.values.isEmpty || fallbacks.contains(node.id)
        }
        self.reach = reach ?? SchemaReach(in: schema, to: isMarked)
    }

    /// What a subschema says.
    subscript(_ node: SchemaNode) -> Mark { marks[node.id] }

    /// The subschemas that a subschema may have for a member called `fallback`.
    private static func fallbacks(of node: SchemaNode) -> [SchemaNode] {
        let name = "fallback"
        // A walk leaves out what is unevaluated where `true` or `false` says all there is to say of it.
        let unevaluated = node.unevaluatedProperties.flatMap { $0.constant == nil ? $0 : nil }
        let others = [node.property(name), node.additionalProperties, unevaluated].compactMap(\.self)
        return others + node.patternProperties(matching: name)
    }
}
