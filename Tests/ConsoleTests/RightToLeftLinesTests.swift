import Testing

@testable import Console

@Suite("Right-to-left texts on one line") struct RightToLeftLinesTests {
    @Test(arguments: [
        #"["یک", "دو"]"#, #"{"a": "یک", "b": "دو"}"#, #"["سلام \" ,", 1, "דבר"]"#, #"["latin", "یک", 2, "ﷲ"]"#,
    ])
    func `two values that share a line are found`(text: String) {
        #expect(RightToLeftLines.shareALine(Array(text.utf8)))
    }

    @Test(arguments: [
        "[\n\"یک\",\n\"دو\"\n]", #"{"کلید": "مقدار"}"#, #"["one", "two"]"#, #"["да", "нет"]"#, #"["一", "二"]"#,
        #"["یک", "two"]"#, #"["یک, دو"]"#, "", "[\"یک",
    ])
    func `one value a line reads in order`(text: String) {
        #expect(!RightToLeftLines.shareALine(Array(text.utf8)))
    }
}
