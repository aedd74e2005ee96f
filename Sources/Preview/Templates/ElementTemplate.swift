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
    /// The names of the texts that it places.
    let texts: Set<String>
    let template: MustacheTemplate

    /// Reads a template. `isOwn` templates, Galley's, may also place addresses and forms.
    init(_ text: String, named name: String, isOwn: Bool = false) throws(PreviewError) {
        let (style, body) = Self.split(text)
        if let reason = Self.objection(style: style, body: body) ?? (isOwn ? nil : Self.foreignObjection(body)) {
            throw PreviewError(file: name, reason: reason)
        }
        do {
            template = try MustacheTemplate(
                string: ByteEscaping.pragma + body.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            throw PreviewError(file: name, reason: "not a Mustache template: \(error)")
        }
        self.style = style
        box = Self.box(style)
        texts = Set("\n\(body)".matches(of: #/[^{]\{\{([A-Za-z0-9_]+)\}\}/#).map { String($0.output.1) })
    }

    private static func box(_ style: String) -> [String: String] {
        var declarations: [String: String] = [:]
        for rule in style.matches(of: #/(?m)^\s*\.[A-Za-z0-9_-]+\s*\{([^{}]*)\}/#) {
            for declaration in rule.output.1.split(separator: ";") {
                let parts = declaration.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { continue }
                declarations[parts[0].trimmingCharacters(in: .whitespaces)] =
                    parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return declarations
    }

    /// The styles at the head, and the rest.
    private static func split(_ text: String) -> (style: String, body: String) {
        guard let opening = text.range(of: "<style>"), let closing = text.range(of: "</style>"),
            opening.upperBound <= closing.lowerBound
        else { return ("", text) }
        let style = String(text[opening.upperBound..<closing.lowerBound])
        return (style, String(text[..<opening.lowerBound]) + String(text[closing.upperBound...]))
    }

    /// What is wrong with a template, or nothing.
    private static func objection(style: String, body: String) -> String? {
        if style.contains("{{") { return "a variable inside <style>" }
        for word in ["<", "@import", "url("] where style.contains(word) { return "\(word) inside <style>" }
        for word in ["{{=", "{{%"] where body.contains(word) { return "\(word) is not allowed" }
        if body.firstMatch(of: #/\s(style|on[a-z]+)\s*=/#) != nil {
            return "style and event attributes are not allowed"
        }
        if body.firstMatch(of: #/=\s*\{\{/#) != nil { return "an attribute's value must be quoted" }
        for match in body.matches(of: #/\{\{\{\s*([^}]*?)\s*\}|\{\{\s*&\s*([^}]*?)\s*\}/#) {
            let name = match.output.1 ?? match.output.2 ?? ""
            guard let last = name.split(separator: ".").last, last == "html" || last == "glyph" else {
                return "{{{\(name)}}} is not rendered markup; only names ending in html or glyph are"
            }
        }
        return nil
    }

    /// What is wrong with a template of a schema repository besides.
    private static func foreignObjection(_ body: String) -> String? {
        for word in ["<style", "<script", "<iframe", "<object", "<embed", "<link", "<base", "<meta", "<form"]
        where body.contains(word) {
            return "\(word) is not allowed"
        }
        if body.firstMatch(of: #/(href|src|srcset|action|formaction)\s*=\s*["'][^"']*\{\{/#) != nil {
            return "an address may not come from the document"
        }
        return nil
    }
}
