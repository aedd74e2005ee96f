package import JSONText

/// A registry of the documents that references can reach, by retrieval URI; nothing is ever downloaded.
///
/// The metaschemas of all drafts are always present. Identifiers inside the documents (`$id`, `$anchor`, …) are found
/// when a schema is compiled.
package struct SchemaResources: Sendable {
    /// One document of the registry.
    struct Entry: Sendable {
        let document: JSONDocument
        let uri: URIReference
        /// The URI as it was given.
        let givenURI: String
        let draft: Draft?
    }

    private(set) var entries: [Entry]

    /// Creates a registry with the metaschemas only.
    package init() {
        entries = Metaschemas.entries
    }

    /// Adds a document under the URI it was retrieved from; replaces a document with the same URI.
    ///
    /// `draft` applies if the document has no `$schema`; the default is 2020-12.
    package mutating func add(_ document: JSONDocument, uri: String, draft: Draft? = nil) {
        let reference = URIReference(uri).withoutFragment
        entries.removeAll { $0.uri == reference }
        entries.append(Entry(document: document, uri: reference, givenURI: uri, draft: draft))
    }
}
