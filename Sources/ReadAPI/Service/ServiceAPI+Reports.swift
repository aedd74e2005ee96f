import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

extension ServiceAPI {
    /// The maximum size of a report's body in bytes.
    static let reportLimit = 4 * 1024

    /// Counts a failure that an app reports.
    @Sendable func report(_ request: Request) throws -> Response {
        let address = IPAddress(request.remoteAddress)
        let sender = address?.subscriber.description ?? request.remoteAddress
        guard reports.admits(sender, now: .now) else {
            throw Problem(
                kind: .tooManyReports,
                detail: "One address may report \(ReportLimit.perAddress) failures in a minute, all addresses together "
                    + "\(ReportLimit.inAll); ask again later.")
        }
        let report = try Self.report(
            in: request.body, platforms: ReadResolver(state: shared.current).loadedIndex().platforms)
        // Behind a proxy that is not trusted to name its clients, every app has the proxy's address.
        let reporter = FailureReporter(address: address?.isPublic == true ? sender : nil)
        guard try renderFailures.count(report, by: reporter) else {
            throw Problem(
                kind: .featureNotFound,
                detail: "There is no revision \(report.revision) of “\(report.feature.prefix(100))”.")
        }
        var response = Response.json(Array(#"{"status":"counted"}"#.utf8), status: .accepted)
        response.headers[.cacheControl] = CachePolicy.never
        return response
    }

    /// Parses a report; long texts are cut.
    private static func report(in body: [UInt8], platforms: Set<String>) throws(Problem) -> FailureReport {
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: body).root
        } catch {
            throw .invalidBody(error.errors.first?.message ?? "The body is not JSON.")
        }
        guard let feature = root["feature"]?.string, let revision = root["revision"]?.integer,
            let reason = root["reason"]?.string, !reason.isEmpty, let platform = root["platform"]?.string,
            let version = root["client_version"]?.string
        else {
            throw .invalidBody(
                "A report is an object with “feature”, “revision”, “platform”, “client_version”, “reason” and, for a "
                    + "part of the document, “pointer”.")
        }
        guard platforms.contains(platform) else { throw .unknownPlatform(platform, known: platforms) }
        let pointer = root["pointer"]?.string ?? ""
        guard JSONPointer(pointer) != nil else { throw .invalidBody("“pointer” is not a JSON Pointer.") }
        return FailureReport(
            feature: feature, revision: revision, platform: platform,
            clientVersion: version.cut(to: FailureReport.maximumNameBytes),
            pointer: pointer.cut(to: FailureReport.maximumPointerBytes),
            reason: reason.cut(to: FailureReport.maximumReasonBytes))
    }
}

extension String {
    /// Returns the longest beginning of whole characters that has at most that many bytes.
    fileprivate func cut(to limit: Int) -> String {
        var size = 0
        return String(
            prefix { character in
                size += character.utf8.count
                return size <= limit
            })
    }
}
