import Foundation
import JSONText
import Publishing

/// The files of an exported feature: `NAME/feature.json` with its name, kind, owner, tags and cache times, and
/// `NAME/document.json` with the exact text of its newest revision.
struct FeatureFolder {
    /// The content of the files.
    struct Content {
        let kind: String
        /// The owner, empty for none; nil if the file does not state one, as in older exports.
        let owner: String?
        /// The tags; nil if the file does not state any, as in older exports.
        let tags: [String]?
        /// The cache times; nil if the file does not state any, as in older exports.
        let cacheTime: CacheTime?
        /// The document's bytes; nil for a feature without revisions.
        let document: [UInt8]?

        /// Returns the labels that a feature with the labels `present` has after the import. The same tags in another
        /// order are no change.
        func labels(after present: FeatureLabels) -> FeatureLabels {
            let tags: [String]? = tags.flatMap { Set($0) == Set(present.tags) ? nil : $0 }
            return FeatureLabels(owner: owner ?? present.owner, tags: tags ?? present.tags)
        }
    }

    /// The name of the file that every folder of a feature contains.
    private static let descriptionName = "feature.json"

    /// The feature's name, which is the folder's.
    let name: String
    private let folder: URL

    init(of name: String, in directory: String) {
        self.name = name
        folder = URL(fileURLWithPath: directory, isDirectory: true).appendingPathComponent(name, isDirectory: true)
    }

    /// Returns the folders of a directory that have a `feature.json`, in order of names; throws ``CommandError`` if
    /// the directory cannot be read or has no such folder, because an import of nothing is a mistake.
    static func all(in directory: String) throws -> [FeatureFolder] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw CommandError("\(directory) is not a directory that can be read")
        }
        let folders = names.sorted().map { FeatureFolder(of: $0, in: directory) }.filter {
            FileManager.default.fileExists(atPath: $0.description.path)
        }
        guard folders.isEmpty else { return folders }
        guard !names.contains(descriptionName) else {
            let above = URL(fileURLWithPath: directory, isDirectory: true).deletingLastPathComponent().path
            throw CommandError("\(directory) is the folder of one feature; give the folder above it: \(above)")
        }
        throw CommandError(
            "\(directory) \(words(for: names)); expected folders that contain a \(descriptionName), as galley features "
                + "export writes them")
    }

    /// Returns a phrase for a directory without folders of features: that it is empty, or the first three names in it.
    private static func words(for names: [String]) -> String {
        guard !names.isEmpty else { return "is empty" }
        let shown = 3
        return "has no folder of a feature, only " + names.sorted().prefix(shown).joined(separator: ", ")
            + (names.count > shown ? " and \(names.count - shown) more" : "")
    }

    /// Writes the files; without `bytes`, deletes the document's file.
    func write(kind: String, labels: FeatureLabels, cacheTime: CacheTime, document bytes: [UInt8]?) throws {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.name("name")
        writer.string(name)
        writer.name("kind")
        writer.string(kind)
        writer.name("owner")
        writer.string(labels.owner)
        writer.name("tags")
        writer.beginArray()
        for tag in labels.tags { writer.string(tag) }
        writer.endArray()
        writer.name("cacheTime")
        writer.beginObject()
        for (name, seconds) in Self.fields(of: cacheTime) {
            writer.name(name)
            writer.number(seconds)
        }
        writer.endObject()
        writer.endObject()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(writer.bytes + [UInt8(ascii: "\n")]).write(to: description, options: .atomic)
            if let bytes {
                try Data(bytes).write(to: document, options: .atomic)
            } else if FileManager.default.fileExists(atPath: document.path) {
                try FileManager.default.removeItem(at: document)
            }
        } catch {
            throw CommandError("\(folder.path) cannot be written")
        }
    }

    /// Returns the JSON members for cache times.
    private static func fields(of time: CacheTime) -> KeyValuePairs<String, Int> {
        [
            "fresh": time.fresh, "staleWhileRevalidate": time.staleWhileRevalidate, "staleIfError": time.staleIfError,
        ]
    }

    /// Reads cache times from JSON; nil if one is missing or not allowed.
    private static func cacheTime(_ json: JSONValue) -> CacheTime? {
        guard let fresh = json["fresh"]?.integer,
            let staleWhileRevalidate = json["staleWhileRevalidate"]?.integer,
            let staleIfError = json["staleIfError"]?.integer
        else { return nil }
        let time = CacheTime(
            fresh: fresh, staleWhileRevalidate: staleWhileRevalidate, staleIfError: staleIfError)
        return time.isAllowed ? time : nil
    }

    /// Reads tags from JSON; nil if it is not an array of strings.
    private static func tags(_ json: JSONValue) -> [String]? {
        let words = json.elements.compactMap(\.string)
        guard json.kind == .array, words.count == json.elements.count else { return nil }
        return FeatureLabels.tags(in: words.joined(separator: ","))
    }

    /// Reads the files; throws ``CommandError`` if one cannot be read, or if the description is not JSON, names another
    /// feature or no kind, or states an owner or tags that are not text, or cache times that are not allowed.
    func read() throws -> Content {
        let bytes = try InputFile.document(description.path)
        let root: JSONValue
        do { root = try JSONDocument(parsing: bytes).root } catch {
            let lines = LineTable(bytes)
            throw CommandError(
                error.errors.map { $0.diagnostic(lines: lines).line(file: description.path) }.joined(separator: "\n"))
        }
        guard let kind = root["kind"]?.string, root["name"]?.string == name else {
            throw CommandError("\(description.path) does not state the name \(name) and a kind")
        }
        let stated = root["cacheTime"]
        let cacheTime = stated.flatMap(Self.cacheTime)
        guard stated == nil || cacheTime != nil else {
            throw CommandError(
                "\(description.path): cacheTime must state fresh, staleWhileRevalidate and staleIfError in seconds, "
                    + "within the limits of galley features cache-times")
        }
        let (owner, tags) = (root["owner"]?.string, root["tags"].flatMap(Self.tags))
        guard root["owner"] == nil || owner != nil, root["tags"] == nil || tags != nil else {
            throw CommandError("\(description.path): owner must be a text and tags a list of texts")
        }
        let hasDocument = FileManager.default.fileExists(atPath: document.path)
        return Content(
            kind: kind, owner: owner, tags: tags, cacheTime: cacheTime,
            document: hasDocument ? try InputFile.document(document.path) : nil)
    }

    private var description: URL { folder.appendingPathComponent(Self.descriptionName) }
    private var document: URL { folder.appendingPathComponent("document.json") }
}
