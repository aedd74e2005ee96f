internal import DocumentKinds
internal import Foundation
internal import FuzzingSupport
internal import JSONText
internal import Preview
internal import SchemaRepository

/// The starter repository and its renderer.
private struct StarterPreview: Sendable {
    let repository: SchemaRepository
    let renderer: PreviewRenderer

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let templates = root.appending(path: "Templates").path(percentEncoded: false)

    init() throws {
        repository = try SchemaRepository(loading: Self.root.appending(path: "schemas").path(percentEncoded: false))
        renderer = try PreviewRenderer(repository: repository, templates: Self.templates)
    }
}

private let starter = Result { try StarterPreview() }
/// The entity whose template is replaced, and a document that uses it.
private let entity = "/atoms/Text"
private let shown = Array(#"{"type":"TextView","text":{"value":"a\"><b onclick=x>","color":"textPrimary"}}"#.utf8)
/// The number of meta elements in every page.
private let ownMetas = 4

/// libFuzzer's entry point: two bytes that choose the presentation; then a document, a posted form as urlencoded text,
/// and a template, separated by NULs.
@_cdecl("LLVMFuzzerTestOneInput")
public func previewInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    guard bytes.count > 2, case .success(let starter) = starter else { return -1 }
    let parts = bytes.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
    let (choice, more) = (bytes[0], bytes[1])
    if parts.count > 2, choice & 0x40 != 0 { check(template: String(decoding: parts[2], as: UTF8.self), starter) }
    let kinds = starter.repository.rootKinds
    let kind = more & 0x20 == 0 || kinds.isEmpty ? nil : kinds[Int(more) % kinds.count]
    let checked = starter.repository.check(parts[0], kind: kind, work: WorkBudget(duration: .milliseconds(500)))
    for diagnostic in checked.diagnostics {
        promise(!diagnostic.message.isEmpty, "no message: \(diagnostic)")
        guard let range = diagnostic.range else { continue }
        promise(range.end.offset <= parts[0].count, "a position outside of the text: \(diagnostic)")
    }
    let query = [
        "platform": ["", "ios", "android", "web"][Int(choice & 3)], "client_version": choice & 4 == 0 ? "" : "1.2",
        "dir": choice & 8 == 0 ? "auto" : "rtl", "scale": ["1", "3", "1e300", "-1"][Int(more & 3)],
        "fill": more & 4 == 0 ? "" : "test", "after": more & 8 == 0 ? "" : "submit",
        "step": ["1", "2", "9223372036854775807", "-9223372036854775808"][Int(choice >> 4 & 3)],
        "state": ["normal", "loading", "empty", "error"][Int(more >> 6)],
    ]
    let form = parts.count > 1 ? fields(parts[1]) : []
    let options = form.isEmpty ? PreviewOptions(query: query) : PreviewOptions(query: query, form: form)
    let page = starter.renderer.page(
        for: checked, options: options, nonce: "n0nce",
        frame: choice & 0x80 == 0 ? FrameURLs(formAction: "/p", page: "/p?s=1") : .none,
        sources: PreviewSources(now: Date(timeIntervalSince1970: 1_767_182_400)),
        work: WorkBudget(duration: .milliseconds(1_000)))
    promise(page.html.contains("</html>"), "a page has no end tag")
    promise(page.html.utf8.count < 64 << 20, "a page has \(page.html.utf8.count) bytes; the limit is 64 MiB")
    check(page)
    return 0
}

/// Checks that a page has no scripts or styles but those with its nonce, and no `<meta>` elements but its own.
private func check(_ page: PreviewPage) {
    let html = page.html
    promise(html.matches(of: #/<script(?! nonce="n0nce")/#).isEmpty, "a page has a script without the nonce")
    promise(html.matches(of: #/<style(?! nonce="n0nce")/#).isEmpty, "a page has a style without the nonce")
    promise(html.matches(of: #/<meta /#).count <= ownMetas, "a page has further <meta> elements")
}

/// Checks that a template is refused with a message, or adds no scripts, styles or `<meta>` elements to a page.
private func check(template: String, _ starter: StarterPreview) {
    if let objection = PreviewRenderer.objection(to: template, named: "x") {
        promise(!objection.reason.isEmpty, "refused without a message")
        return
    }
    guard
        let renderer = try? PreviewRenderer(
            repository: starter.repository, templates: StarterPreview.templates, overlay: [entity: template])
    else {
        promise(false, "a template is accepted, but no renderer can use it")
        return
    }
    let checked = starter.repository.check(shown, kind: nil)
    check(
        renderer.page(
            for: checked, options: PreviewOptions(), nonce: "n0nce", frame: .none,
            sources: PreviewSources(now: Date(timeIntervalSince1970: 0))))
}

private func fields(_ text: [UInt8]) -> [PreviewOptions.Field] {
    text.split(separator: UInt8(ascii: "&")).prefix(200).map { pair in
        let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        func word(_ bytes: ArraySlice<UInt8>) -> String {
            let text = String(decoding: bytes, as: UTF8.self)
            return text.removingPercentEncoding ?? text
        }
        return PreviewOptions.Field(name: word(parts[0]), value: parts.count > 1 ? word(parts[1]) : "")
    }
}

/// libFuzzer's entry point for mutating an input.
@_cdecl("LLVMFuzzerCustomMutator")
public func previewMutation(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    mutate(data, size, capacity, seed: seed, prefix: 2)
}
