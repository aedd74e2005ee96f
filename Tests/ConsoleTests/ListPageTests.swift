import Foundation
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Pages of lists", .englishTexts) struct ListPageTests {
    private let ana = Actor(accountID: nil, name: "ana")

    @Test(arguments: [(0, 0, nil), (2, 2, nil), (3, 3, nil), (4, 3, 3)] as [(Int, Int, Int?)])
    func `a page knows whether rows follow`(_ count: Int, _ shown: Int, _ end: Int?) {
        let page = ListPage(3) { limit in Array((1...9).prefix(count).prefix(limit)) }
        #expect(page.rows == Array((1...9).prefix(shown)))
        #expect(page.end == end)
        #expect(page.isCut == (end != nil))
    }

    @Test func `a last page that is full links no empty page`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        for number in 1...99 {
            _ = try console.stores.features.create(name: "many.n\(number)", kind: "/screens/Screen", by: ana)
        }
        let end = Date.now.addingTimeInterval(3_600)
        for _ in 1...100 {
            _ = try console.stores.links.addDevice(for: "home.offers", revision: 1, until: end, by: .operator)
        }
        let pages = ["/audit?action=feature.created", "/features/home.offers/links"]
        for page in pages { #expect(try !console.get(page, as: "rui").text.contains(">Older<"), "\(page)") }

        _ = try console.stores.features.create(name: "many.n100", kind: "/screens/Screen", by: ana)
        _ = try console.stores.links.addDevice(for: "home.offers", revision: 1, until: end, by: .operator)
        for page in pages { #expect(try console.get(page, as: "rui").text.contains(">Older<"), "\(page)") }
    }
}
