import Cryptography
import Foundation
import Publishing

/// The heads of the audit trail that this host noted, beside the data and signed: `audit-heads.json`, with the key in
/// `audit-key`, which only the account may read that starts Galley.
///
/// Whoever can change the database, but not these two files, cannot cut off or rewrite the trail unnoticed.
struct AuditHeadFile {
    /// More than enough to find about when a trail was changed.
    private static let kept = 100

    private let file: URL
    private let keyFile: URL

    init(dataDirectory: String) {
        let directory = URL(fileURLWithPath: dataDirectory, isDirectory: true)
        file = directory.appendingPathComponent("audit-heads.json")
        keyFile = directory.appendingPathComponent("audit-key")
    }

    /// The heads, oldest first; none when none were noted. Throws ``CommandError`` when they are not what was written.
    func read() throws -> [AuditHead] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        guard let key = key() else {
            throw CommandError("\(keyFile.path) cannot be read, so the noted heads prove nothing")
        }
        guard let data = try? Data(contentsOf: file), let signed = try? Self.decoder.decode(Signed.self, from: data),
            try constantTimeEqual(signed.code, Self.code(of: signed.heads, key: key))
        else { throw CommandError("\(file.path) is not what Galley wrote: somebody changed it") }
        return signed.heads
    }

    /// Notes one more head.
    func add(_ head: AuditHead) throws {
        let heads = Array((try read() + [head]).suffix(Self.kept))
        let key = try key() ?? newKey()
        let signed = Signed(heads: heads, code: try Self.code(of: heads, key: key))
        // Whoever reads meanwhile sees the old text or the new one.
        try Self.encoder.encode(signed).write(to: file, options: .atomic)
    }

    private struct Signed: Codable {
        var heads: [AuditHead]
        /// HMAC-SHA-256 over the heads.
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

    private func key() -> [UInt8]? {
        guard let data = try? Data(contentsOf: keyFile), data.count == 32 else { return nil }
        return Array(data)
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
