package import JSONText

/// One step of a form.
package struct FormStep: Sendable {
    /// The step's own title, if any.
    package let title: String?

    /// The JSON Schema of the data.
    package let jsonSchema: JSONValue

    /// The UI schema, which describes how the fields are shown.
    package let uiSchema: JSONValue?
}

/// The number of a step in a server's response, with the number of all steps.
package struct FormPages: Sendable, Hashable {
    /// The number of the step, from 1.
    package let current: Int
    package let total: Int

    init?(_ value: JSONValue) {
        guard let current = value["current"]?.integer, let total = value["total"]?.integer else { return nil }
        self.current = current
        self.total = total
    }
}
