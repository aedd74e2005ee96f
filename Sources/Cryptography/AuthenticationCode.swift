import CSodium

/// Returns the HMAC-SHA-256 of some bytes with a key of any length (RFC 2104): 32 bytes.
package func authenticationCode(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var state = crypto_auth_hmacsha256_state()
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    crypto_auth_hmacsha256_init(&state, key, key.count)
    crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
    crypto_auth_hmacsha256_final(&state, &code)
    return code
}

/// Returns true if two secrets are equal, in a time that depends only on their lengths.
package func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.count == second.count && sodium_memcmp(first, second, first.count) == 0
}

/// Returns true if two secrets have the same UTF-8, in a time that depends only on their lengths.
package func constantTimeEqual(_ first: String, _ second: String) -> Bool {
    constantTimeEqual(Array(first.utf8), Array(second.utf8))
}
