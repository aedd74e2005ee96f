import Foundation
import Mustache

/// How one kind of element looks: the inside of its box, and the styles it needs.
///
/// The text is Mustache. A `<style>` block at its beginning goes into the page's one style sheet, once. The text is
/// refused when it could place anything unescaped but markup rendered by this target, so that a template uploaded by
/// anyone cannot make a document dangerous.
struct ElementTemplate: Sendable {
    /// CSS of the `<style>` block; empty without one.
    let style: String
    /// The declarations of the rules whose selector is the element's class alone.
    let box: [String: String]
    /// The declarations of the rules for a class inside the element, by that class: where a property's part is marked
    /// by the property's name, what it looks like.
    let parts: [String: [String: String]]
    /// Whether a script arranges what is inside, as its style asks with `--arrange`.
    let arranges: Bool
    /// The names of the texts that it places.
    let texts: Set<String>
    let template: MustacheTemplate

    /// Reads a template. `isOwn` templates, Galley's, may also place addresses and forms; others have classes of their own
    /// in place of reserved ones.
    init(
        _ text: String, named name: String, isOwn: Bool = false, reserved: ReservedClasses = .none
    ) throws(PreviewError) {
        let parts = Parts(text)
        if let objection = Self.objection(to: parts, isOwn: isOwn) {
            throw PreviewError(file: name, reason: objection.reason, line: parts.line(of: objection.place))
        }
        let body = reserved.isolated(body: parts.body)
        do {
            template = try MustacheTemplate(
                string: HTMLEscaping.pragma + body.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch let error as MustacheTemplate.ParserError {
            let skipped = body.prefix { $0.isWhitespace }.filter(\.isNewline).count
            throw PreviewError(
                file: name, reason: Self.words(error),
                line: parts.line(ofBodyLine: skipped + error.context.lineNumber))
        } catch {
            throw PreviewError(file: name, reason: "not a Mustache template: \(error)", line: nil)
        }
        style = reserved.isolated(style: parts.style)
        arranges = style.contains("--arrange:")
        (box, self.parts) = Self.rules(parts.style)
        texts = Set("\n\(body)".matches(of: #/[^{]\{\{([A-Za-z0-9_]+)\}\}/#).map { String($0.output.1) })
    }

    /// The declarations of an element's own box, and of the classes inside it.
    private static func rules(_ style: String) -> (box: [String: String], parts: [String: [String: String]]) {
        var box: [String: String] = [:]
        var parts: [String: [String: String]] = [:]
        for rule in style.matches(of: #/(?m)^\s*\.[A-Za-z0-9_-]+(?:(?: > | )\.([A-Za-z0-9_-]+))?\s*\{([^{}]*)\}/#) {
            var declarations: [String: String] = [:]
            for declaration in rule.output.2.split(separator: ";") {
                let parts = declaration.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { continue }
                declarations[parts[0].trimmingCharacters(in: .whitespaces)] =
                    parts[1].trimmingCharacters(in: .whitespaces)
            }
            if let part = rule.output.1 {
                parts[String(part), default: [:]].merge(declarations) { $1 }
            } else {
                box.merge(declarations) { $1 }
            }
        }
        return (box, parts)
    }

    /// The styles at the head, and the rest.
    private struct Parts {
        let style: String
        let body: String
        private let text: String
        /// How much of the body stands before the styles.
        private let head: Substring
        /// How many lines the style block has beyond its first.
        private let styleLines: Int

        init(_ text: String) {
            self.text = text
            guard let opening = text.range(of: "<style>"), let closing = text.range(of: "</style>"),
                opening.upperBound <= closing.lowerBound
            else {
                (style, body, head, styleLines) = ("", text, text[...], 0)
                return
            }
            style = String(text[opening.upperBound..<closing.lowerBound])
            head = text[..<opening.lowerBound]
            body = String(head) + String(text[closing.upperBound...])
            styleLines = style.filter(\.isNewline).count
        }

        /// The line of the whole text, from 1.
        func line(of place: Place) -> Int {
            switch place {
            case .style(let index):
                1 + head.filter(\.isNewline).count + style[..<index].filter(\.isNewline).count
            case .body(let index): line(ofBodyLine: 1 + body[..<index].filter(\.isNewline).count)
            }
        }

        func line(ofBodyLine line: Int) -> Int {
            line <= head.filter(\.isNewline).count ? line : line + styleLines
        }
    }

    private enum Place {
        case style(String.Index)
        case body(String.Index)
    }

    private typealias Objection = (reason: String, place: Place)

    private static func words(_ error: MustacheTemplate.ParserError) -> String {
        switch error.error as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect: "a section is closed that is not the open one"
        case .unfinishedName: "{{ without its }}"
        case .expectedSectionEnd: "a section is not closed"
        default: "not a Mustache template: \(error.error)"
        }
    }

    /// What is wrong with a template, or nothing.
    private static func objection(to parts: Parts, isOwn: Bool) -> Objection? {
        let (style, body) = (parts.style, parts.body)
        if let found = style.range(of: "{{") { return ("a variable inside <style>", .style(found.lowerBound)) }
        for word in ["<", "@import", "url(", "image-set("] {
            if let found = style.range(of: word, options: .caseInsensitive) {
                return ("\(word) inside <style>", .style(found.lowerBound))
            }
        }
        for word in ["{{=", "{{%"] {
            if let found = body.range(of: word) { return ("\(word) is not allowed", .body(found.lowerBound)) }
        }
        if let match = body.firstMatch(of: #/[\s\/"'](style|on[a-z]+)\s*=/#.ignoresCase()) {
            return ("style and event attributes are not allowed", .body(match.output.1.startIndex))
        }
        if let match = body.firstMatch(of: #/=\s*\{\{/#) {
            return ("an attribute's value must be quoted", .body(match.range.lowerBound))
        }
        for match in body.matches(of: #/\{\{\{\s*([^}]*?)\s*\}|\{\{\s*&\s*([^}]*?)\s*\}/#) {
            let name = match.output.1 ?? match.output.2 ?? ""
            guard let last = name.split(separator: ".").last, last == "html" || last == "glyph" else {
                let reason = "{{{\(name)}}} is not rendered markup; only names ending in html or glyph are"
                return (reason, .body(match.range.lowerBound))
            }
        }
        return isOwn ? nil : foreignObjection(to: body)
    }

    /// What is wrong with a template of a schema repository besides.
    private static func foreignObjection(to body: String) -> Objection? {
        for word in ["<style", "<script", "<iframe", "<object", "<embed", "<link", "<base", "<meta", "<form"] {
            if let found = body.range(of: word, options: .caseInsensitive) {
                return ("\(word) is not allowed", .body(found.lowerBound))
            }
        }
        let address = #/(href|src|srcset|action|formaction)\s*=\s*["'][^"']*\{\{/#.ignoresCase()
        if let match = body.firstMatch(of: address) {
            return ("an address may not come from the document", .body(match.range.lowerBound))
        }
        return nil
    }
}
