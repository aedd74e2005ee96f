/// A file of a form; its name is the one that the browser states, or a path if a directory was chosen.
package struct UploadedFile: Sendable, Hashable {
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

/// A form that was sent with files (`multipart/form-data`, RFC 7578).
struct MultipartBody {
    /// The maximum number of parts; further ones are ignored.
    private static let maximumParts = 10_000

    /// The fields without a file.
    private(set) var fields = FormBody()
    /// The files by the names of their form fields, in order; a field in which no file was chosen is absent.
    private(set) var files: [String: [UploadedFile]] = [:]

    /// Parses a body; parts that are not complete are ignored.
    init(_ body: [UInt8], boundary: String) {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // A delimiter begins with a line end, which the first one in a body may lack.
        let body = Array("\r\n".utf8) + body
        var starts = Self.places(of: delimiter, in: body[...])[...]
        var count = 0
        while let start = starts.popFirst(), let end = starts.first, count < Self.maximumParts {
            count += 1
            add(body[(start + delimiter.count)..<end])
        }
    }

    /// Returns the boundary of a form with files; nil for other media types, and if the boundary is missing or longer
    /// than 70 bytes (RFC 2046, section 5.1.1).
    static func boundary(of contentType: String?) -> String? {
        guard let contentType, MediaType.essence(of: contentType) == "multipart/form-data" else { return nil }
        let text = parameters(of: contentType)["boundary"] ?? ""
        return (1...70).contains(text.utf8.count) ? text : nil
    }

    private mutating func add(_ part: ArraySlice<UInt8>) {
        // A part consists of a line end, the header fields, an empty line and the content.
        guard part.starts(with: [13, 10]), let end = Self.places(of: [13, 10, 13, 10], in: part, first: true).first
        else {
            return
        }
        let lines = String(decoding: part[part.startIndex..<end], as: UTF8.self).split(separator: "\r\n")
        guard let disposition = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }) else {
            return
        }
        let parameters = Self.parameters(of: String(disposition))
        guard let name = parameters["name"] else { return }
        let content = part[(end + 4)...]
        guard let file = parameters["filename"] else {
            let text = String(validating: content, as: UTF8.self)
            fields.items.append(
                FormBody.Item(
                    name: name, value: text ?? String(decoding: content, as: UTF8.self), isWellFormed: text != nil))
            return
        }
        guard !(file.isEmpty && content.isEmpty) else { return }
        files[name, default: []].append(UploadedFile(name: file, bytes: Array(content)))
    }

    /// The parameters of a header field by name, without their quotation marks.
    private static func parameters(of value: String) -> [String: String] {
        var parameters: [String: String] = [:]
        var (part, isQuoted, parts) = ("", false, [String]())
        for character in value {
            if character == "\"" { isQuoted.toggle() }
            if character == ";", !isQuoted {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        for part in (parts + [part]).dropFirst() {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { continue }
            let name = sides[0].filter { $0 != " " && $0 != "\t" }.lowercased()
            var text = sides[1][...]
            while text.first == " " || text.first == "\"" { text.removeFirst() }
            while text.last == " " || text.last == "\"" { text.removeLast() }
            parameters[name] = String(text)
        }
        return parameters
    }

    /// Returns the indices at which a sequence of bytes occurs in other bytes; with `first`, only the first of them.
    private static func places(of wanted: [UInt8], in bytes: ArraySlice<UInt8>, first: Bool = false) -> [Int] {
        guard let lead = wanted.first else { return [] }
        var found: [Int] = []
        var rest = bytes
        while let start = rest.firstIndex(of: lead) {
            rest = rest[start...]
            if rest.starts(with: wanted) {
                found.append(start)
                if first { return found }
                rest = rest.dropFirst(wanted.count)
            } else {
                rest = rest.dropFirst()
            }
        }
        return found
    }
}
