import Cryptography
import PostgreSQL

/// Bytes by their hash, each stored once.
enum ContentStore {
    /// The SHA-256 of bytes in hexadecimal.
    static func hash(of bytes: [UInt8]) -> String { SHA256Digest(of: bytes).hex }

    /// Stores the bytes unless they are there.
    ///
    /// - Returns: their SHA-256 in hexadecimal.
    static func store(_ bytes: [UInt8], on connection: Connection) throws -> String {
        let digest = SHA256Digest(of: bytes)
        try connection.execute(
            """
            INSERT INTO content (hash, bytes) VALUES (\(digest.bytes), \(bytes))
            ON CONFLICT ON CONSTRAINT content_pkey DO NOTHING
            """)
        return digest.hex
    }

    /// The bytes of hashes in hexadecimal; what is no hash or is not there is left out.
    static func bytes(of hashes: [String], on connection: Connection) throws -> [String: [UInt8]] {
        let digests = hashes.compactMap { SHA256Digest(hex: $0)?.bytes }
        let rows = try connection.query(
            "SELECT encode(hash, 'hex') AS hash, bytes FROM content WHERE hash = ANY (\(digests))")
        return try rows.reduce(into: [:]) { contents, row in
            contents[try row["hash", as: String.self]] = try row["bytes", as: [UInt8].self]
        }
    }
}
