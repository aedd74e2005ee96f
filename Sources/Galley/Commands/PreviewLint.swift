import Foundation
import JSONSchema
import JSONText
import Preview
import SchemaRepository

/// Checks that the preview templates of a schema repository are valid and draw every example, and that the preview can
/// draw the kinds of elements that the schemas name.
///
/// Examples of entities (schemas) without `x-kind` or of the kind `field` are not drawn, so these entities need no
/// template.
struct PreviewLint {
    let repository: SchemaRepository

    private static let kindsWithoutDrawing: Set<String> = ["", "field"]

    /// Returns the problems. `templates` is the directory with Galley's own templates; throws ``PreviewError`` if these
    /// are invalid.
    func diagnostics(templates: String) throws -> [FileDiagnostic] {
        let renderer = try PreviewRenderer(repository: repository, templates: templates)
        var outlined: Set<String> = []
        let drawn = repository.entities.filter { !Self.kindsWithoutDrawing.contains($0.kind) }.flatMap { entity in
            entity.examples.flatMap { diagnostics(of: $0, entity: entity, renderer: renderer, outlined: &outlined) }
        }
        let undrawn = DrawableKindsLint(of: repository, renderer: renderer).undrawn(except: outlined)
        return renderer.problems.map(diagnostic) + drawn + undrawn + repository.entities.flatMap(tokens)
    }

    /// Returns a warning for each token of an enum value that the preview cannot show as a color, length or font.
    private func tokens(of entity: Entity) -> [FileDiagnostic] {
        entity.values.compactMap { value in
            guard let token = entity.document.root[.values]?[value.value]?["token"], DesignToken(token) == .none else {
                return nil
            }
            let message =
                "The token \(token.excerpt) cannot be shown; write a color, a length or a font, with numbers of at most "
                + "\(DesignToken.greatest)"
            return FileDiagnostic(
                file: entity.path,
                diagnostic: Diagnostic(
                    severity: .warning, code: "repository.token", message: message, pointer: token.pointer,
                    range: entity.document.range(of: token), keyword: "token"))
        }
    }

    private func diagnostic(of problem: PreviewError) -> FileDiagnostic {
        let bytes = repository.documents.first { $0.path == problem.file }?.bytes ?? []
        let range = problem.line.map { line -> SourceRange in
            let before = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(line - 1)
            let start = SourcePosition(line: line, column: 1, offset: before.reduce(0) { $0 + $1.count + 1 })
            return SourceRange(start: start, end: start)
        }
        return FileDiagnostic(
            file: problem.file,
            diagnostic: Diagnostic(
                severity: .error, code: "repository.template",
                message: "The template cannot be used: \(problem.reason)", pointer: JSONPointer(), range: range,
                keyword: "template"))
    }

    private func diagnostics(
        of example: Example, entity: Entity, renderer: PreviewRenderer, outlined: inout Set<String>
    ) -> [FileDiagnostic] {
        let checked = repository.check(example.bytes, kind: DocumentKind(entity), limits: JSONLimits())
        // The lint of the repository reports invalid examples, so they are not drawn.
        guard checked.isValid else { return [] }
        let page = renderer.page(
            for: checked, options: PreviewOptions(query: [:]), nonce: "check", frame: .none,
            sources: PreviewSources(now: Date(timeIntervalSince1970: 0)))
        var named: Set<String?> = []
        outlined.formUnion(page.outlines.compactMap(\.entity))
        let outlines = page.outlines.filter { named.insert($0.entity).inserted }.map { outline in
            let name = outline.entity.map { "`\($0)`" } ?? "this"
            let message = "No template draws \(name), which is shown as an outline of its properties"
            return warning("outline", message, at: outline.pointer, of: example, entity: entity)
        }
        let issues = checked.diagnostics.map { issue in
            let message = "The preview shows an issue: \(issue.message)"
            return warning("issue", message, at: issue.pointer, of: example, entity: entity)
        }
        return outlines + issues
    }

    /// Returns a warning at a place of an example, in the example's file or in the schema that contains it.
    private func warning(
        _ rule: String, _ message: String, at pointer: JSONPointer, of example: Example, entity: Entity
    ) -> FileDiagnostic {
        let value = example.value.value(at: pointer) ?? example.value
        let document = example.path == nil ? entity.document : try? JSONDocument(parsing: example.bytes)
        return FileDiagnostic(
            file: example.path ?? entity.path,
            diagnostic: Diagnostic(
                severity: .warning, code: "repository.\(rule)", message: message,
                pointer: example.path == nil ? value.pointer : pointer, range: document?.range(of: value),
                keyword: rule))
    }
}
