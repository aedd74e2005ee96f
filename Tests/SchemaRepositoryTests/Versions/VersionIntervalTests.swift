import SchemaRepository
import Testing

@Suite struct VersionIntervalTests {
    private func interval(_ from: String, _ until: String? = nil) throws -> VersionInterval {
        VersionInterval(from: try ClientVersion(from), until: try until.map { try ClientVersion($0) })
    }

    private func versions(_ texts: String...) throws -> [ClientVersion] { try texts.map { try ClientVersion($0) } }

    @Test func `an interval is split at versions inside it, not at its bounds`() throws {
        let closed = try interval("2", "5").split(at: versions("6", "4", "2", "1", "3", "4", "5"))
        #expect(closed == [try interval("2", "3"), try interval("3", "4"), try interval("4", "5")])
        #expect(try interval("2").split(at: versions("3")) == [try interval("2", "3"), try interval("3")])
        #expect(try interval("2").split(at: []) == [try interval("2")])
        #expect(try interval("2", "5").bounds == versions("2", "5"))
        #expect(try interval("2").bounds == versions("2"))
    }

    @Test func `the intervals between versions end with one without an upper bound`() throws {
        #expect(try VersionInterval.between(versions("4", "2", "4")) == [try interval("2", "4"), try interval("4")])
        #expect(VersionInterval.between([]).isEmpty)
    }
}
