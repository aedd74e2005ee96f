import JSONText

/// Draws the inputs, events and appearance of a module as tables.
struct ContractDrawing {
    let setting: DocumentSetting

    private var drawing: Drawing { setting.drawing }
    private var words: FrameWords { setting.words }

    private struct Context {
        let tables: [Table]
        let nameTitle: String
        let typeTitle: String
        let hasLooks: Bool
        let looks: [Look]
        let looksTitle: String
    }

    private struct Table {
        let caption: String
        let path: String
        let rows: [Row]
        let nothing: String?
        let issues: [Markup]
    }

    private struct Row {
        let name: String
        let type: String
        let presence: String
        let about: String?
    }

    /// A setting of the appearance, with a swatch for colors.
    private struct Look {
        let kind: String
        let property: String
        let word: String
        let swatch: String?
        let place: String
    }

    /// Returns the tables of a module.
    func markup(_ module: FlowModule) -> Markup {
        let tables =
            [table(words["input"], module.input, path: module.path + "/input", nothing: words["accepts-nothing"])]
            + module.outputs.map { output in
                table(
                    words["sends", ["event": output.event]], output.payload, path: output.path,
                    nothing: words["carries-nothing"])
            }
        let silent = Table(
            caption: words["output"], path: module.path + "/output", rows: [], nothing: words["sends-nothing"],
            issues: issues(module.path + "/output"))
        let looks = looks(module)
        return drawing.render(
            "module-contract",
            Context(
                tables: module.outputs.isEmpty ? tables + [silent] : tables, nameTitle: words["column-name"],
                typeTitle: words["column-type"], hasLooks: !looks.isEmpty, looks: looks, looksTitle: words["appearance"]
            ))
    }

    private func table(_ caption: String, _ schema: JSONValue?, path: String, nothing: String) -> Table {
        let summary = schema.map { ContractSummary($0, words: words) }
        var rows = (summary?.rows ?? []).map { row in
            Row(
                name: row.name, type: row.type, presence: words[row.isRequired ? "must" : "optional"],
                about: row.description)
        }
        if rows.isEmpty, let summary { rows = [Row(name: "–", type: summary.text, presence: "", about: nil)] }
        return Table(
            caption: caption, path: path, rows: rows, nothing: rows.isEmpty ? nothing : nil, issues: issues(path))
    }

    private func issues(_ path: String) -> [Markup] {
        let messages = drawing.takeIssues(at: path)
        return messages.isEmpty ? [] : [drawing.list(messages)]
    }

    private func looks(_ module: FlowModule) -> [Look] {
        (module.appearance.map { Array($0.members) } ?? []).prefix(16).flatMap { part in
            part.value.members.prefix(16).map { member in
                let word = member.value.string ?? member.value.rawText
                return Look(
                    kind: part.name, property: member.name, word: String(word.prefix(40)),
                    swatch: FlowAppearance.tint(word, drawing: drawing),
                    place: drawing.path(drawing.path(module.path + "/appearance", part.name), member.name))
            }
        }
    }
}
