import MicroHTTP
import Testing

@Suite("Accepted content codings") struct AcceptedCodingTests {
    private func best(_ fields: [String], hasBrotli: Bool = true, hasGzip: Bool = true) -> ContentCoding {
        var accepted = AcceptedCodings()
        for field in fields { Array(field.utf8).withUnsafeBufferPointer { accepted.add($0) } }
        return accepted.best(hasBrotli: hasBrotli, hasGzip: hasGzip)
    }

    @Test(
        arguments: [
            ("gzip, deflate, br", ContentCoding.brotli), ("gzip, deflate", .gzip), ("br;q=0.5, gzip;q=0.8", .gzip),
            ("gzip;q=1.0, br;q=1.000", .brotli), ("BR", .brotli), ("*", .brotli),
            ("*;q=0", .identity),
            ("*;q=0, gzip", .gzip), ("br;q=0, *", .gzip), ("identity", .identity),
            ("identity;q=0.5, gzip;q=0.2", .identity),
            ("identity;q=0.2, gzip;q=0.5", .gzip), ("identity, gzip", .gzip), ("", .identity), (",, ,gzip,", .gzip),
            ("gzip ; q=0.9", .gzip), ("gzip;q=0", .identity), ("gzip;q=0.000", .identity), ("deflate, zstd", .identity),
            ("\tgzip\t", .gzip),
        ])
    func `the highest weight wins, then the coding that compresses more`(field: String, coding: ContentCoding) {
        #expect(best([field]) == coding)
    }

    @Test(arguments: [
        "gzip;q=2", "gzip;q=1.001", "gzip;q=", "gzip;", "gzip;x=1", "gzip;q=0.12345", "gzip br", "gzip;q=0.5;q=1",
    ])
    func `a malformed item is ignored`(field: String) {
        #expect(best([field]) == .identity)
        #expect(best([field + ", br;q=0.1"]) == .brotli)
    }

    @Test func `several fields are one list, and without a field no coding is accepted`() {
        #expect(best(["gzip;q=0.5", "br;q=0.6"]) == .brotli)
        #expect(best([]) == .identity)
    }

    @Test func `a coding that the response lacks is not chosen`() {
        #expect(best(["br, gzip"], hasBrotli: false) == .gzip)
        #expect(best(["br"], hasBrotli: false) == .identity)
        #expect(best(["*"], hasBrotli: false, hasGzip: false) == .identity)
    }
}
