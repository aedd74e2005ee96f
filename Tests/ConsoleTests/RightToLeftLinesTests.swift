import Testing

@testable import Console

@Suite("Right-to-left texts on one line") struct RightToLeftLinesTests {
    @Test(arguments: [
        #"["یک", "دو"]"#, #"{"a": "یک", "b": "دو"}"#, #"["سلام \" ,", 1, "דבר"]"#, #"["latin", "یک", 2, "ﷲ"]"#,
    ])
    func `two right-to-left values on one line are detected`(text: String) {
        #expect(RightToLeftLines.shareALine(Array(text.utf8)))
    }

    @Test(arguments: [
        "[\n\"یک\",\n\"دو\"\n]", #"{"کلید": "مقدار"}"#, #"["one", "two"]"#, #"["да", "нет"]"#, #"["一", "二"]"#,
        #"["یک", "two"]"#, #"["یک, دو"]"#, "", "[\"یک",
    ])
    func `lines with at most one right-to-left value are not reported`(text: String) {
        #expect(!RightToLeftLines.shareALine(Array(text.utf8)))
    }
}
