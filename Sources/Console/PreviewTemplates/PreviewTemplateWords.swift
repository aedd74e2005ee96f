import Preview
import Publishing

/// The texts of the pages about preview templates that are not in the Mustache templates of these pages.
enum PreviewTemplateWords {
    static func title(_ entity: String) -> String { Texts["preview-templates.title", ["entity": entity]] }
    static func kind(_ entity: String) -> String { Texts["preview-templates.kind", ["entity": entity]] }
    static var wrongSize: String { Texts["preview-templates.a-template-must-have-1-byte"] }

    static func refused(_ objection: PreviewError) -> String {
        let sentence = objection.reason + "."
        return objection.line.map { Texts["preview-templates.line", ["line": $0, "sentence": sentence]] } ?? sentence
    }

    static func change(_ body: String?) -> String {
        body.map { Texts["preview-templates.uploaded", ["count": $0.utf8.count]] }
            ?? Texts["preview-templates.uploaded-template-withdrawn"]
    }

    static func origin(_ origin: TemplateOrigin) -> String {
        switch origin {
        case .uploaded: Texts["preview-templates.drawn-by-an-uploaded-template"]
        case .repository: Texts["preview-templates.drawn-by-the-repositorys-preview-mustache"]
        case .kind(let kind): Texts["preview-templates.drawn-by-galleys-template-for-the", ["kind": kind]]
        case .outline: Texts["preview-templates.no-template-drawn-as-an-outline"]
        case .notDrawn: ""
        }
    }
}
