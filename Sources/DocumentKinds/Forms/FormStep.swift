package import JSONText

/// One page of a form.
package struct FormStep: Sendable {
    /// The step's own title, if it has one.
    package let title: String?

    /// The JSON Schema of the data.
    package let jsonSchema: JSONValue

    /// How the fields are shown.
    package let uiSchema: JSONValue?
}

/// Which step of how many a server's answer is.
package struct FormPages: Sendable, Hashable {
    /// Counted from 1.
    package let current: Int
    package let total: Int

    init?(_ value: JSONValue) {
        guard let current = value["current"]?.number?.int, let total = value["total"]?.number?.int else { return nil }
        self.current = current
        self.total = total
    }
}
