import Testing

@testable import DocumentKinds

struct InputMaskTests {
    @Test(arguments: [
        ("9", "0", true), ("9", "9", true), ("9", "1\u{301}", false), ("9", "1\u{FE0F}\u{20E3}", false),
        ("9", "٣", false), ("*", "1\u{301}", false), ("*", "e\u{301}", true), ("A", "e\u{301}", true),
        ("a", "É", false), ("e\u{301}", "\u{E9}", true),
    ])
    func `a digit of a mask is one from 0 to 9, a letter may have combining marks`(
        mask: String, text: String, isAccepted: Bool
    ) throws {
        #expect(try #require(InputMask(mask)).accepts(text) == isAccepted)
    }
}
