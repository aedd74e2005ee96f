package import JSONText
package import MicroHTTP
package import SchemaRepository

/// The body of a request for a step of a form.
package struct StepRequest: Sendable {
    /// The number of the page that was filled, from 1; 0 asks for the first page.
    package let page: Int
    /// An object with the data of all pages so far; nil if the body has none.
    package let data: JSONValue?

    /// Parses the body.
    ///
    /// - Throws: `Problem` if the body is not valid.
    init(_ body: [UInt8]) throws(Problem) {
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: body).root
        } catch {
            throw .invalidBody(error.errors.first?.message ?? "The body is not JSON.")
        }
        guard root.kind == .object, let page = root["page"]?.integer, page >= 0 else {
            throw .invalidBody("The body must be an object whose “page” is the number of the filled page, or 0.")
        }
        let data = root["data"]
        guard data.map({ $0.kind == .object }) ?? (page == 0) else {
            throw .invalidBody("“data” must be an object with the values of all pages so far.")
        }
        (self.page, self.data) = (page, data)
    }
}

/// Answers a step of a form.
///
/// `document`: The client's edition. `languages`: The client's languages, for the messages that the document does not
/// contain. `work`: Limits the time for checking the data.
package typealias StepAnswering =
    @Sendable (
        _ step: StepRequest, _ document: JSONDocument, _ languages: AcceptedLanguages, _ work: WorkBudget
    ) -> StepOutcome
