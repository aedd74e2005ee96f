import Cryptography
import PostgreSQL

/// Stores byte strings by their hash, each once.
enum ContentStore {
    /// Returns the hexadecimal SHA-256 of bytes.
    static func hash(of bytes: [UInt8]) -> String { SHA256Digest(of: bytes).hex }

    /// Stores bytes unless they are stored already.
    ///
    /// - Returns: Their hexadecimal SHA-256.
    static func store(_ bytes: [UInt8], on connection: Connection) throws -> String {
        let digest = SHA256Digest(of: bytes)
        try connection.execute(
            """
            INSERT INTO content (hash, bytes) VALUES (\(digest.bytes), \(bytes))
            ON CONFLICT ON CONSTRAINT content_pkey DO NOTHING
            """)
        return digest.hex
    }

    /// Returns the stored bytes by their hexadecimal hashes; invalid and unknown hashes are omitted.
    static func bytes(of hashes: [String], on connection: Connection) throws -> [String: [UInt8]] {
        let digests = hashes.compactMap { SHA256Digest(hex: $0)?.bytes }
        let rows = try connection.query(
            "SELECT encode(hash, 'hex') AS hash, bytes FROM content WHERE hash = ANY (\(digests))")
        return try rows.reduce(into: [:]) { contents, row in
            contents[try row["hash", as: String.self]] = try row["bytes", as: [UInt8].self]
        }
    }
}
