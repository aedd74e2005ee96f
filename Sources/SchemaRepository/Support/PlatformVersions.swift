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

    init(_ platform: String, marks: DemandMarks) {
        self.platform = JSONName(platform)
        self.marks = marks
        ofSchemas = Array(repeating: nil, count: marks.count)
        ofWords = Array(repeating: nil, count: marks.wordCount)
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

    /// Returns the versions that know a value of a subschema's enumeration; values without annotations are always known.
    func versions(ofWord text: String, in mark: DemandMarks.Mark) -> VersionSetTable.ID {
        mark.values[JSONName(text)].map { versions(of: $0) } ?? .all
    }

    /// Returns the demands of annotations on the platform.
    func demands(of availability: PlatformAvailability) -> [Availability.Demand] { availability[platform].demands }
}
