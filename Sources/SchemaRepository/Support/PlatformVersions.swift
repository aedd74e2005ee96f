import JSONSchema
import JSONText

/// The versions of one platform that support each subschema and enum value of a schema, as numbers of sets in a
/// `VersionSetTable`.
final class PlatformVersions {
    /// The table of the sets, which the calculations for the platform share.
    let sets = VersionSetTable()

    private let platform: JSONName
    private let marks: DemandMarks
    /// The sets found so far: `ofSchemas` by the number of the subschema, `ofWords` by the number of the enum value.
    private var ofSchemas: [VersionSetTable.ID?]
    private var ofWords: [VersionSetTable.ID?]
    /// The replacements found so far, by the number of the value that they replace.
    private var replacements: [[Replacement]?]

    /// An enum value that may replace another one, with the versions that support it.
    struct Replacement {
        let word: String
        let versions: VersionSetTable.ID
    }

    init(_ platform: String, marks: DemandMarks) {
        self.platform = JSONName(platform)
        self.marks = marks
        ofSchemas = Array(repeating: nil, count: marks.count)
        ofWords = Array(repeating: nil, count: marks.wordCount)
        replacements = Array(repeating: nil, count: marks.wordCount)
    }

    /// Returns the versions that support a subschema, by its own annotations alone.
    func versions(of schema: SchemaNode) -> VersionSetTable.ID {
        if let known = ofSchemas[schema.id] { return known }
        let id = marks[schema].availability.map { sets.id(of: $0[platform].versions) } ?? .all
        ofSchemas[schema.id] = id
        return id
    }

    /// Returns the versions that support an enum value.
    func versions(of word: DemandMarks.ValueMark) -> VersionSetTable.ID {
        if let known = ofWords[word.number] { return known }
        let id = sets.id(of: word.availability[platform].versions)
        ofWords[word.number] = id
        return id
    }

    /// Returns the enum values that may replace a value: its `unknownAs`, the `unknownAs` of that value, and so on, at
    /// most until a value that all versions support.
    func replacements(for value: DemandMarks.ValueMark, in mark: DemandMarks.Mark) -> [Replacement] {
        if let known = replacements[value.number] { return known }
        var found: [Replacement] = []
        var seen: Set<String> = []
        var next = value.unknownAs
        while let word = next, seen.insert(word).inserted {
            let annotated = mark.values[JSONName(word)]
            // All versions support a value without annotations.
            let versions = annotated.map { self.versions(of: $0) } ?? .all
            found.append(Replacement(word: word, versions: versions))
            next = versions == .all ? nil : annotated?.unknownAs
        }
        replacements[value.number] = found
        return found
    }

    /// Returns the demands of annotations on the platform.
    func demands(of availability: PlatformAvailability) -> [Availability.Demand] { availability[platform].demands }
}
