import JSONText
import Synchronization

/// The built-in metaschemas of all drafts: part of every registry, parsed and compiled once per process.
///
/// The texts are those that the specifications publish, with other white space. They are compiled into the program,
/// which therefore needs no files at run time.
enum Metaschemas {
    /// The maximum number of steps of a check against a metaschema.
    private static let maximumSteps = 50_000_000

    /// Every metaschema and vocabulary as a registry entry under its own identifier.
    static let entries: [SchemaResources.Entry] = {
        let drafts: [(Draft, [[UInt8]])] = [
            (.draft4, [PackageResources.draft4_json]),
            (.draft6, [PackageResources.draft6_json]),
            (.draft7, [PackageResources.draft7_json]),
            (
                .draft2019,
                [
                    PackageResources.draft2019_json,
                    PackageResources.draft2019_core_json,
                    PackageResources.draft2019_applicator_json,
                    PackageResources.draft2019_validation_json,
                    PackageResources.draft2019_meta_data_json,
                    PackageResources.draft2019_format_json,
                    PackageResources.draft2019_content_json,
                ]
            ),
            (
                .draft2020,
                [
                    PackageResources.draft2020_json,
                    PackageResources.draft2020_core_json,
                    PackageResources.draft2020_applicator_json,
                    PackageResources.draft2020_unevaluated_json,
                    PackageResources.draft2020_validation_json,
                    PackageResources.draft2020_meta_data_json,
                    PackageResources.draft2020_format_annotation_json,
                    PackageResources.draft2020_format_assertion_json,
                    PackageResources.draft2020_content_json,
                ]
            ),
        ]
        return drafts.flatMap { draft, texts in
            texts.compactMap { text in
                guard let document = try? JSONDocument(parsing: text),
                    let identifier = document.root[draft.identifierKeyword]?.string
                else { return nil }
                return SchemaResources.Entry(
                    document: document, uri: URIReference(identifier), givenURI: identifier, draft: draft)
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
