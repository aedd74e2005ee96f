import Foundation
import HTTPTypes

/// Serves the files of one directory with entity tags and media types; never files outside it.
package struct StaticFiles: Sendable {
    private let directory: URL
    private let cacheControl: String

    /// Creates a server of the files in a directory; symbolic links that lead out of it are not followed.
    ///
    /// `cacheControl`: Sent with every file; by default browsers revalidate it each time and mostly get a 304.
    package init(directory: String, cacheControl: String = "no-cache") {
        self.directory = URL(fileURLWithPath: directory, isDirectory: true).resolvingSymlinksInPath()
        self.cacheControl = cacheControl
    }

    /// Returns the file at a relative path, such as a route's `*path`; 404 for anything that is not a readable regular
    /// file inside the directory, and for names that begin with a dot.
    package func respond(to request: Request, path: String) -> Response {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0.first != "." && !$0.contains("\\") }) else {
            return Refusal.notFound.response
        }
        let file = directory.appendingPathComponent(path).resolvingSymlinksInPath()
        guard file.path.hasPrefix(directory.path + "/"), isRegular(file), let data = try? Data(contentsOf: file) else {
            return Refusal.notFound.response
        }
        let body = [UInt8](data)
        let tag = EntityTag.strong(of: body)
        var response = Response(
            headers: [.contentType: Self.mediaType(file.pathExtension), .eTag: tag, .cacheControl: cacheControl],
            body: body)
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { response.status = .notModified }
        return response
    }

    private func isRegular(_ file: URL) -> Bool {
        (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
    }

    private static func mediaType(_ fileExtension: String) -> String {
        switch fileExtension.lowercased() {
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "json", "map": "application/json"
        case "txt": "text/plain; charset=utf-8"
        case "woff2": "font/woff2"
        default: "application/octet-stream"
        }
    }
}
