import JSONSchema
import JSONText

/// The JSON type and content that the value of an annotation must have.
enum AnnotationShape {
    case boolean
    case text
    case texts
    case list
    case dropOrFail
    /// A value of `x-layout` for which there are rules.
    case layout
    case referenceTarget
    case textByPlatform
    case objectByPlatform
    case objectByValue
    case textsByLanguage
    /// An object of versions by platform, which `DialectLint` checks.
    case versionByPlatform
    case anything
}

extension Annotation {
    /// The shape of the annotation's value.
    var shape: AnnotationShape {
        switch self {
        case .ignorable, .fallback: .boolean
        case .name, .kind, .category, .discriminator, .unique: .text
        case .owners, .planned: .texts
        case .examples: .list
        case .unknownItems: .dropOrFail
        case .layout: .layout
        case .reference: .referenceTarget
        case .unsupported: .textByPlatform
        case .deprecated: .objectByPlatform
        case .values: .objectByValue
        case .translations: .textsByLanguage
        case .since, .removed: .versionByPlatform
        case .testValue: .anything
        }
    }
}

extension AnnotationShape {
    /// Returns a noun phrase for the expected value, or nil if the value has this shape; `layouts` are the values of
    /// `x-layout` for which there are rules.
    func expectation(of value: JSONValue, layouts: [String]) -> String? {
        switch self {
        case .boolean: value.boolean == nil ? "true or false" : nil
        case .text: value.kind == .string ? nil : "a string"
        case .texts: Self.isList(value) ? nil : "a list of strings"
        case .list: value.kind == .array ? nil : "a list of examples"
        case .dropOrFail: ["drop", "fail"].contains(value.string ?? "") ? nil : "`drop` or `fail`"
        case .layout:
            layouts.contains(value.string ?? "") ? nil : layouts.map { "`\($0)`" }.joined(separator: " or ")
        case .referenceTarget:
            value.string.flatMap(DocumentReference.Target.init) == nil
                ? "`feature`, `optionList`, or the identifier of a kind of document" : nil
        case .textByPlatform:
            Self.isMap(value, of: .string) ? nil : "a reason for each platform, as in {\"web\": \"…\"}"
        case .objectByPlatform:
            Self.isMap(value, of: .object) ? nil : "an object for each platform, as in {\"ios\": {\"since\": \"7.0\"}}"
        case .objectByValue: Self.isMap(value, of: .object) ? nil : "an object for each annotated value"
        case .textsByLanguage:
            Self.isTranslation(value) ? nil : "texts by language, as in {\"ru\": {\"title\": \"…\"}}"
        case .versionByPlatform, .anything: nil
        }
    }

    private static func isList(_ value: JSONValue) -> Bool {
        value.kind == .array && value.elements.allSatisfy { $0.kind == .string }
    }

    private static func isMap(_ value: JSONValue, of kind: JSONValue.Kind) -> Bool {
        value.kind == .object && value.members.allSatisfy { $0.value.kind == kind }
    }

    private static func isTranslation(_ value: JSONValue) -> Bool {
        value.kind == .object && value.members.allSatisfy { isMap($0.value, of: .string) }
    }
}
