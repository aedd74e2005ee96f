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

    /// The bytes of a hash in hexadecimal; nil when it is no hash or nothing has it.
    static func bytes(of hash: String, on connection: Connection) throws -> [UInt8]? {
        guard hash.utf8.count == 64, hash.utf8.allSatisfy(isHexadecimal) else { return nil }
        return try connection.query("SELECT bytes FROM content WHERE hash = decode(\(hash), 'hex')")
            .map { try $0["bytes", as: [UInt8].self] }.first
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
