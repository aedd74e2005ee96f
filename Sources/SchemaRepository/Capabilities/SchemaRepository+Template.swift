import JSONText

extension SchemaRepository {
    /// Returns a capability file, as indented JSON to be edited, with every part that a version of a platform has
    /// according to the annotations; without a version, every part that any version has.
    package func capabilityTemplate(platform: String, version: ClientVersion? = nil) -> [UInt8] {
        let name = JSONName(platform)
        func has(_ versions: VersionSet) -> Bool { version.map(versions.contains) ?? !versions.isEmpty }
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.name("platform")
        writer.string(platform)
        writer.name("version")
        writer.string(version?.text ?? "")
        writer.name("schemaRelease")
        writer.string("sha256:" + hash)
        writer.name("entities")
        writer.beginObject()
        for (entity, outline) in capabilityOutlines where has(outline.versions(on: name)) {
            writer.name(entity.id)
            writer.beginObject()
            if !outline.properties.isEmpty {
                writer.name("properties")
                writer.strings(outline.properties.filter { has($0.versions(on: name)) }.map(\.name.path))
            }
            let lists = outline.enums.map { list in
                (list.path, list.values.filter { has($0.versions(on: name)) }.map(\.name.value))
            }
            if lists.count == 1, let list = lists.first, list.0.isEmpty {
                writer.name("values")
                writer.strings(list.1)
            } else if !lists.isEmpty {
                writer.name("values")
                writer.beginObject()
                for list in lists {
                    writer.name(list.0)
                    writer.strings(list.1)
                }
                writer.endObject()
            }
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
