import JSONSchema
import JSONText

/// The compiled JSON Schema of one step, for its fields and the validation of their data.
///
/// Faulty keywords are ignored, because the rest of the schema can still be drawn; the validation of the document
/// reports them.
final class FormSchema {
    /// The remaining budget of the page.
    let work: WorkBudget
    /// The schema in the form's own document.
    private let written: JSONValue
    private lazy var place = written.pointer.tokens
    /// The compiled schema; nil if it is not an object, cannot be compiled, or the budget is spent.
    private(set) lazy var root: SchemaNode? = compile()
    /// The members of the data that the schema names.
    private(set) lazy var members = FormMembers(of: root, within: work)

    init(_ schema: JSONValue, work: WorkBudget) {
        written = schema
        self.work = work
    }

    private func compile() -> SchemaNode? {
        guard written.kind == .object, !work.isSpent, let document = try? JSONDocument(parsing: written.rawBytes) else {
            return nil
        }
        var resources = SchemaResources()
        resources.add(document, uri: "galley:form")
        var options = CompileOptions()
        options.dependenciesInEveryDraft = true
        options.assertFormats = true
        options.checksMetaschema = false
        options.isLenient = true
        options.maximumDuration = .milliseconds(500)
        return try? Schema.compile("galley:form", in: resources, options: options, within: work).root
    }

    /// The title of the schema, or of the schema that it refers to.
    var title: String? { annotation("title") }

    /// The description of the schema, or of the schema that it refers to.
    var description: String? { annotation("description") }

    private func annotation(_ keyword: String) -> String? {
        root.flatMap { $0[keyword] ?? followed($0)[keyword] }?.string
    }

    /// Returns the pointer of a subschema in the form's own document.
    func pointer(of part: SchemaNode) -> String {
        JSONPointer(tokens: place + part.source.pointer.tokens).description
    }

    /// Follows `$ref` through schemas without `properties` and `title`, at most 16 times.
    func followed(_ part: SchemaNode) -> SchemaNode {
        var part = part
        for _ in 0..<16 {
            guard part["properties"] == nil, part["title"] == nil, let target = part.reference else { break }
            part = target
        }
        return part
    }

    /// Returns the form's own message for a violated keyword of the step as a whole.
    func text(_ keyword: String) -> String? {
        let texts = root?["errors"]
        return texts?[keyword]?.string ?? texts?["_"]?.string
    }

    /// Returns true if a value is valid for a subschema; false also if the budget is spent.
    func accepts(_ value: FormValue, by part: SchemaNode) -> Bool {
        guard !work.isSpent, let document = value.document else { return false }
        return part.isValid(document.root, within: work)
    }

    /// Returns the choice between alternatives that is offered to a person; nil if fewer than two can be chosen, or if
    /// none of them has a title, `properties` or, unless `isObject` is true, a `type`. Alternatives after the first 100
    /// are not offered.
    func branch(
        named name: String, of alternatives: [SchemaNode], data: FormValue?, picked: ChosenAlternatives, isObject: Bool
    ) -> FormBranch? {
        let parts = alternatives.prefix(100).map { ($0, followed($0)) }
        let open = parts.enumerated().filter { $0.element.1["type"]?.word != "null" && $0.element.1.constant == nil }
        guard open.count > 1 else { return nil }
        let isSeen = open.contains { _, part in
            part.0["title"] != nil || part.1["title"] != nil || part.1["properties"] != nil
                || !isObject && part.1["type"] != nil
        }
        guard isSeen else { return nil }
        let titles = open.map { index, part in
            (index: index, title: part.0["title"]?.string ?? part.1["title"]?.string ?? Self.constant(in: part.1))
        }
        var chosen = picked[JSONName(name)].flatMap { index in titles.contains { $0.index == index } ? index : nil }
        if chosen == nil, let data {
            chosen = open.first { accepts(data, by: $0.element.0) }?.offset
            if chosen == nil {
                chosen = likeliest(of: open.map { (index: $0.offset, part: $0.element.1) }, for: data)
            }
        }
        return FormBranch(name: name, alternatives: titles, chosen: chosen ?? titles[0].index)
    }

    /// Returns the index of the alternative that an object was probably meant for. Alternatives with a constant or
    /// value list that a member matches come first, those with one that a member violates come last; among equals, the
    /// one that declares the largest number of the members (the first of several). Nil for an object without members,
    /// for other values, and if the budget is spent.
    private func likeliest(of alternatives: [(index: Int, part: SchemaNode)], for data: FormValue) -> Int? {
        guard case .object(let members) = data, !members.isEmpty else { return nil }
        var best: (index: Int, constants: Int, known: Int)?
        for (index, part) in alternatives {
            guard work.spend(members.count) else { return nil }
            var (matches, mismatches, known) = (0, 0, 0)
            for member in members {
                guard let property = part.property(member.name) else { continue }
                known += 1
                guard property.constantValue != nil || property.allowedValues != nil else { continue }
                if accepts(member.value, by: property) { matches += 1 } else { mismatches += 1 }
            }
            let constants = mismatches > 0 ? -1 : min(1, matches)
            if let best, (constants, known) <= (best.constants, best.known) { continue }
            best = (index, constants, known)
        }
        return best?.index
    }

    /// Returns the text of the first constant (`const`, or the value of an `enum` with one value) among the properties
    /// of an alternative; nil if there is none.
    private static func constant(in part: SchemaNode) -> String? {
        for (_, property) in part.properties {
            let values = property.allowedValues
            if let value = property.constantValue ?? (values?.count == 1 ? values?[0] : nil) {
                return FormValue(value).text
            }
        }
        return nil
    }

    /// Returns the faults of the step's data; empty also if there is no compiled schema, nil if the data exceed the
    /// limits of documents.
    func faults(of value: FormValue) -> [SchemaFault]? {
        guard let root else { return [] }
        return value.document.map { root.faults(of: $0.root, in: $0, within: work) }
    }
}

extension SchemaNode {
    /// The value of a keyword as it is written, for annotations and limits.
    subscript(_ keyword: String) -> JSONValue? { source[keyword] }
}
