import JSONText

/// The errors of a step's data, with the document's own messages if it has any.
struct FormErrors {
    /// The message at each field with an error, by the pointer of the field's value.
    private var messages: [JSONName: String] = [:]
    /// The fields with an error, in display order.
    private(set) var fields: [FormField] = []
    /// All errors: those of the fields in display order, then those of the step as a whole and of values without a
    /// field, in document order.
    private(set) var faults: [FormFault] = []
    /// The messages of the errors that no field shows.
    private(set) var general: [String] = []

    /// Returns the message at a field; nil if it has no error.
    func message(at field: FormField) -> String? { messages[JSONName(field.pointer)] }

    var isEmpty: Bool { faults.isEmpty }

    /// Creates an empty list of errors.
    init() {}

    /// Finds the errors of the data of a page (`page` from 0).
    ///
    /// `shape`: The fields that apply to the data, and the choices between alternatives. `entered`: The number of pages
    /// filled so far. `asDrawn`: True if a person sees these fields; errors of members that are not drawn, for example
    /// because they belong to another alternative, are then reported only if there are no other errors. If false, an
    /// absent value is an error only if the validation reports it.
    init(
        of data: FormValue, page: Int, entered: Int, in schemas: FormSchemas,
        shape: (fields: [FormField], branches: [FormBranch]), asDrawn: Bool, words: FrameWords
    ) {
        var collector = FormErrorCollector(
            data: data, fields: shape.fields, choosesWhole: !shape.branches.isEmpty, words: words)
        collector.requireFields()
        collector.add(schemas.faults(of: data, page: page, entered: entered), asDrawn: asDrawn)
        fields = collector.all.filter { collector.message(at: $0) != nil }
        faults = fields.compactMap { collector.found[JSONName($0.pointer)] } + collector.others
        general = collector.general
        for field in fields { messages[JSONName(field.pointer)] = collector.message(at: field) }
    }
}
