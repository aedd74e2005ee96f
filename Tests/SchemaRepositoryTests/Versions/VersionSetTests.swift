import SchemaRepository
import Testing

struct VersionSetTests {
    @Test func `overlapping and adjacent intervals merge, and empty ones are removed`() throws {
        #expect(try set("1-2", "2-3", "5-6", "4-4", "5.5-7").description == "[1, 3) ∪ [5, 7)")
        #expect(try set("3-", "1-2", "4-5").description == "[1, 2) ∪ [3, ∞)")
        #expect(try set().description == "∅")
    }

    @Test func `an intersection keeps the versions in both sets`() throws {
        #expect(try set("1-4", "6-").intersection(set("3-7")).description == "[3, 4) ∪ [6, 7)")
        #expect(try set("1-2").intersection(set("2-3")).isEmpty)
        #expect(try VersionSet.all.intersection(set("1-2")) == set("1-2"))
    }

    @Test func `a union with all versions is all versions, and one with none changes nothing`() throws {
        #expect(try set("1-2").union(.all).isAll)
        #expect(try set("1-2").union(.none) == set("1-2"))
    }

    @Test func `subtracting a set from an interval gives the missing intervals`() throws {
        let supported = try set("2-3", "5-")
        #expect(try supported.subtracted(from: interval("1-")).description == "[1, 2) ∪ [3, 5)")
        #expect(try supported.subtracted(from: interval("2.5-4")).description == "[3, 4)")
        #expect(try supported.subtracted(from: interval("6-9")).isEmpty)
        #expect(try supported.contains(interval("5.0-")))
        #expect(try !supported.contains(interval("4.9-")))
        #expect(try VersionSet.none.subtracted(from: interval("1-2")).description == "[1, 2)")
    }

    @Test func `an interval contains its lower bound, but not its upper one`() throws {
        let interval = try interval("5.2-6")
        #expect(try interval.contains(ClientVersion("5.2.0")))
        #expect(try interval.contains(ClientVersion("6-beta")))
        #expect(try !interval.contains(ClientVersion("6.0.0")))
        #expect(try !interval.contains(ClientVersion("5.2-rc")))
    }

    private func set(_ texts: String...) throws -> VersionSet { VersionSet(try texts.map(interval)) }

    private func interval(_ text: String) throws -> VersionInterval {
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        return VersionInterval(
            from: try ClientVersion(bounds[0]), until: bounds[1].isEmpty ? nil : try ClientVersion(bounds[1]))
    }
}
