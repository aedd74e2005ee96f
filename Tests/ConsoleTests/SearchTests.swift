import HTTPTypes
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Searching and exporting in the console", .englishTexts) struct SearchTests {
    @Test func `a search shows the documents that contain a text, with pointer and line`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")

        let page = try console.get("/search?q=Good+day", as: "ana")
        let typography = try console.get("/search?q=headlineMedium", as: "ana")
        let nothing = try console.get("/search?q=%3Cnothing%3E", as: "ana")

        #expect(page.text.contains("href=\"/features/home.offers/revisions/1#L6\""))
        #expect(page.text.contains("/widgets/<wbr>0/<wbr>content/<wbr>text/<wbr>value"))
        #expect(page.text.contains("1 document contains this text."))
        #expect(typography.text.contains("2 documents contain this text."))
        #expect(nothing.text.contains("value=\"&lt;nothing&gt;\""))
        #expect(try console.get("/search?q=\(String(repeating: "n", count: 201))", as: "ana").status.code == 422)
    }

    @Test func `the filtered audit trail is exported as CSV or as JSON lines`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        _ = try console.stores.features.create(
            name: "home.news", kind: "/screens/Screen", by: Actor(accountID: nil, name: "=\"quoted\""))

        let table = try console.get("/audit/export?action=feature.created", as: "rui")
        let lines = try console.get("/audit/export?action=feature.created&format=json", as: "rui")
        let page = try console.get("/audit?action=feature.created", as: "rui")

        #expect(table.headers[.contentType] == "text/csv; charset=utf-8")
        #expect(table.headers[.contentDisposition]?.contains("attachment") == true)
        let rows = table.text.split(separator: "\r\n")
        #expect(rows.count == 3)
        #expect(rows.first == "number,at,actor,action,subject,detail,hash")
        #expect(rows[1].contains("\"'=\"\"quoted\"\"\",\"feature.created\",\"home.news\""))
        #expect(lines.text.split(separator: "\n").count == 2)
        #expect(lines.text.contains("\"subject\":\"home.offers\""))
        #expect(page.text.contains("href=\"/audit/export?action=feature.created&amp;format=csv\""))
        #expect(try console.get("/audit/export", as: "ana").status == .forbidden)
    }
}
