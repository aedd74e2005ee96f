import Cryptography
import Foundation
import Publishing

/// The heads of the audit trail that this host has noted: each was the newest event at some moment. They are in the
/// file `audit-heads.json` of the data directory, signed with the key in the file `audit-key`, which only the account
/// that starts Galley may read.
///
/// So somebody who can change the database but not these files cannot cut off or rewrite the trail unnoticed.
struct AuditHeadFile {
    /// The number of heads to keep, enough to estimate when a trail was changed.
    private static let kept = 100

    private let file: URL
    private let keyFile: URL

    init(dataDirectory: String) {
        let directory = URL(fileURLWithPath: dataDirectory, isDirectory: true)
        file = directory.appendingPathComponent("audit-heads.json")
        keyFile = directory.appendingPathComponent("audit-key")
    }

    /// True if heads were noted and not removed since.
    var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// Returns the heads, oldest first; empty if there are none.
    ///
    /// - Throws: ``Changed`` if a file is not what Galley wrote, ``CommandError`` if one cannot be read.
    func read() throws -> [AuditHead] {
        guard let data = try content(of: file) else { return [] }
        guard let key = try key() else {
            throw Changed(
                description: "\(keyFile.path) is missing or is not the key that Galley wrote, so the noted heads prove "
                    + "nothing")
        }
        guard let signed = try? Self.decoder.decode(Signed.self, from: data),
            try constantTimeEqual(signed.code, Self.code(of: signed.heads, key: key))
        else { throw Changed(description: "\(file.path) is not what Galley wrote: somebody changed it") }
        return signed.heads
    }

    /// The error for a file that somebody changed or removed.
    struct Changed: Error, CustomStringConvertible {
        let description: String
    }

    /// Adds a head.
    func add(_ head: AuditHead) throws {
        let heads = Array((try read() + [head]).suffix(Self.kept))
        let key = try key() ?? newKey()
        let signed = Signed(heads: heads, code: try Self.code(of: heads, key: key))
        // The atomic write lets concurrent readers see the old or the new text.
        try Self.encoder.encode(signed).write(to: file, options: .atomic)
    }

    private struct Signed: Codable {
        var heads: [AuditHead]
        /// The HMAC-SHA-256 of the heads.
        var code: String
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    private static func code(of heads: [AuditHead], key: [UInt8]) throws -> String {
        let text = try encoder.encode(heads)
        return Base64URL.encode(authenticationCode(Array("galley audit heads\n".utf8) + Array(text), key: key))
    }

    /// Returns the key; nil if there is none or its file does not contain a key.
    private func key() throws -> [UInt8]? {
        guard let data = try content(of: keyFile), data.count == 32 else { return nil }
        return Array(data)
    }

    /// Returns the content of a file; nil if there is no such file.
    private func content(of file: URL) throws -> Data? {
        do { return try Data(contentsOf: file) } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw CommandError("\(file.path) cannot be read: \(error.localizedDescription)")
        }
    }

    private func newKey() throws -> [UInt8] {
        let key = Random.bytes(32)
        guard
            FileManager.default.createFile(
                atPath: keyFile.path, contents: Data(key), attributes: [.posixPermissions: 0o600])
        else { throw CommandError("\(keyFile.path) cannot be written") }
        return key
    }
}
