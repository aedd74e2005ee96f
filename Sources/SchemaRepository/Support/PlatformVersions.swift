import JSONSchema
import JSONText

/// The versions of one platform that know the subschemas and values of a schema, by the numbers of their sets.
final class PlatformVersions {
    /// The sets of the calculations for the platform.
    let sets = VersionSetTable()

    private let platform: JSONName
    private let marks: DemandMarks
    /// The sets found so far: by the number of a subschema, and by the number of a value.
    private var ofSchemas: [VersionSetTable.ID?]
    private var ofWords: [VersionSetTable.ID?]
    /// The replacements found so far, by the number of the value that they replace.
    private var replacements: [[Replacement]?]

    /// A word that may replace another one, with the versions that know it.
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

    /// Returns the versions that know a subschema, by its own annotations alone.
    func versions(of schema: SchemaNode) -> VersionSetTable.ID {
        if let known = ofSchemas[schema.id] { return known }
        let id = marks[schema].availability.map { sets.id(of: $0[platform].versions) } ?? .all
        ofSchemas[schema.id] = id
        return id
    }

    /// Returns the versions that know a value of an enumeration.
    func versions(of word: DemandMarks.ValueMark) -> VersionSetTable.ID {
        if let known = ofWords[word.number] { return known }
        let id = sets.id(of: word.availability[platform].versions)
        ofWords[word.number] = id
        return id
    }

    /// Returns the words that may replace a value: the one of its `unknownAs`, the one of that word's `unknownAs`, and
    /// so on until one is known to all versions.
    func replacements(for value: DemandMarks.ValueMark, in mark: DemandMarks.Mark) -> [Replacement] {
        if let known = replacements[value.number] { return known }
        var found: [Replacement] = []
        var seen: Set<String> = []
        var next = value.unknownAs
        while let word = next, seen.insert(word).inserted {
            let annotated = mark.values[JSONName(word)]
            // Values without annotations are always known.
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
