import JSONText
import Synchronization

/// The built-in metaschemas of all drafts: part of every registry, parsed and compiled once per process.
enum Metaschemas {
    /// The most steps of a check against a metaschema.
    private static let maximumSteps = 50_000_000

    /// Every metaschema and vocabulary as a registry entry under its own identifier.
    static let entries: [SchemaResources.Entry] = {
        let drafts: [(Draft, [String])] = [
            (.draft4, draft4), (.draft6, draft6), (.draft7, draft7), (.draft2019, draft2019), (.draft2020, draft2020),
        ]
        return drafts.flatMap { draft, texts in
            texts.compactMap { text in
                guard let document = try? JSONDocument(parsing: text),
                    let identifier = document.root[draft.identifierKeyword]?.string
                else { return nil }
                return SchemaResources.Entry(document: document, uri: URIReference(identifier), draft: draft)
            }
        }
    }()

    /// The compiled metaschema of a draft.
    static func schema(of draft: Draft) -> Schema? {
        compiled.withLock { cache in
            if let schema = cache[draft] { return schema }
            // Schemas may be far larger than documents, so the limits are higher; the parser bounds their size.
            let options = CompileOptions(
                maximumSteps: maximumSteps, maximumDuration: .seconds(10), checksMetaschema: false)
            let schema = try? Schema.compile(draft.metaschemaURI, in: SchemaResources(), options: options)
            cache[draft] = schema
            return schema
        }
    }

    private static let compiled = Mutex<[Draft: Schema]>([:])
}
