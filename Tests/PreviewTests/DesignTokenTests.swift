import JSONText
import Preview
import Testing

struct DesignTokenTests {
    @Test(
        arguments: [
            ("4096", .length(4_096)), ("-4096", .length(-4_096)), ("4096.5", .none), ("-5000", .none),
            (#""4096px""#, .length(4_096)), (#""-12.5dp""#, .length(-12.5)), (#""4097px""#, .none),
            (#""-9999""#, .none), (#"{"px": 5000}"#, .none), (#"{"px": "5000px", "width": 8}"#, .length(8)),
        ] as [(String, DesignToken)])
    func `a token's length beyond ±4096 is ignored, whether it is written as a number or as a text`(
        _ token: String, _ expected: DesignToken
    ) throws {
        #expect(DesignToken(try JSONDocument(parsing: token).root) == expected)
    }
}
