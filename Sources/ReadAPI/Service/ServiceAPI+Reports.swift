import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

extension ServiceAPI {
    /// The maximum size of a report's body in bytes.
    static let maximumReportBytes = 4 * 1024

    /// Counts a failure that an app reports.
    @Sendable func report(_ request: Request) throws -> Response {
        let address = IPAddress(request.remoteAddress)
        let sender = address?.subscriber.description ?? request.remoteAddress
        guard reports.admits(sender, now: .now) else {
            throw Problem(
                kind: .tooManyReports,
                detail: "One address may report \(ReportLimit.perAddress) failures in a minute, and all addresses "
                    + "together \(ReportLimit.inAll); send the report again later.")
        }
        let report = try Self.report(
            in: request.body, platforms: ReadResolver(state: shared.current).loadedIndex().platforms)
        // Apps behind a proxy that `--trusted-proxy` does not name all have the address of this proxy, which is usually
        // private. So a private address does not identify an app, and each report from such an address counts. The
        // exception is an ambiguous address: an app causes it by sending `Forwarded` or `X-Forwarded-For` itself, and
        // could otherwise make each of its own reports count.
        let isOne = address?.isPublic == true || request.hasAmbiguousAddress
        let reporter = FailureReporter(address: isOne ? sender : nil)
        guard try renderFailures.count(report, by: reporter) else {
            throw Problem(
                kind: .revisionNotFound,
                detail: "There is no revision \(report.revision) of “\(report.feature.prefix(100))”.")
        }
        var response = Response.json(Array(#"{"status":"counted"}"#.utf8), status: .accepted)
        response.headers[.cacheControl] = CachePolicy.never
        return response
    }

    /// Parses a report.
    private static func report(in body: [UInt8], platforms: Set<String>) throws(Problem) -> FailureReport {
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: body).root
        } catch {
            throw .invalidBody(error.errors.first?.message ?? "The body is not JSON.")
        }
        let names = ["feature", "revision", "platform", "client_version", "reason"]
        guard names.allSatisfy({ root[$0] != nil }) else {
            throw .invalidBody(
                "A report must be an object with “feature”, “revision”, “platform”, “client_version”, “reason” and, "
                    + "for a part of the document, “pointer”.")
        }
        let feature = try text("feature", in: root)
        guard let revision = root["revision"]?.integer, revision > 0 else {
            throw .invalidParameter("revision", because: "“revision” must be a whole number from 1.")
        }
        let platform = try text("platform", in: root)
        guard platforms.contains(platform) else { throw .unknownPlatform(platform, known: platforms) }
        let version = try version(in: root)
        let pointer = root["pointer"] == nil ? "" : try text("pointer", in: root, isEmptyAllowed: true)
        guard JSONPointer(pointer) != nil else { throw .invalidBody("“pointer” is not a JSON Pointer.") }
        let reason = try text("reason", in: root)
        return FailureReport(
            feature: feature, revision: revision, platform: platform, clientVersion: version, pointer: pointer,
            reason: reason)
    }

    /// Returns the version of the client.
    ///
    /// - Throws: `Problem` if it is not a valid client version.
    private static func version(in root: JSONValue) throws(Problem) -> String {
        let text = try text("client_version", in: root)
        do {
            return try ClientVersion(text).text
        } catch {
            throw .invalidClientVersion(text, because: error)
        }
    }

    /// Returns the text of a member.
    ///
    /// - Throws: `Problem` if it is not a string, or if it is empty and must not be.
    private static func text(
        _ name: String, in root: JSONValue, isEmptyAllowed: Bool = false
    ) throws(Problem) -> String {
        guard let text = root[name]?.string, isEmptyAllowed || !text.isEmpty else {
            let rule = isEmptyAllowed ? "a string" : "a string that is not empty"
            throw .invalidParameter(name, because: "“\(name)” must be \(rule).")
        }
        return text
    }
}
