import JSONText

extension ClientVersion {
    /// Returns the versions in an annotation such as `x-since`, by platform; leaves out invalid versions.
    static func byPlatform(in annotation: JSONValue?) -> [String: ClientVersion] {
        (annotation.map { Array($0.members) } ?? []).reduce(into: [:]) { versions, entry in
            versions[entry.name] = entry.value.string.flatMap { try? ClientVersion($0) }
        }
    }
}
