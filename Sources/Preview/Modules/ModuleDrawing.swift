import JSONText

/// Draws a module that is a document of its own: its content and, unless it is nested in another document, tables of
/// its inputs, events and appearance.
struct ModuleDrawing: DocumentDrawing {
    private let setting: DocumentSetting
    private let shape: ObjectShape?

    /// Returns the drawing of a module, a module flow or a tab container.
    static func drawing(_ setting: DocumentSetting, entity: DrawableEntity?) -> any DocumentDrawing {
        let shape = entity?.shape
        var moduleShape = shape
        if case .list(.object(let inner)) = shape?["modules"] { moduleShape = inner }
        return switch structure(of: setting.root, shape: shape) {
        case .flow: FlowDrawing(setting, moduleShape: moduleShape)
        case .tabs: TabsDrawing(setting, moduleShape: moduleShape)
        case .single: ModuleDrawing(setting, shape: moduleShape)
        }
    }

    /// The structures of module documents.
    enum Structure {
        case flow, tabs, single
    }

    /// Determines the structure by the members that the schema declares or, without a schema, by those of the document.
    static func structure(of root: JSONValue, shape: ObjectShape?) -> Structure {
        func names(_ name: String) -> Bool { shape.map { $0[name] != nil } ?? (root[name] != nil) }
        if names("connections") || names("start") { return .flow }
        return names("modules") ? .tabs : .single
    }

    /// Returns the type of a module's element.
    static func elementType(_ shape: ObjectShape?) -> ValueType {
        guard case .object(let content) = shape?["content"], let valueType = content["element"] else {
            return .choice([])
        }
        return valueType
    }

    private init(_ setting: DocumentSetting, shape: ObjectShape?) {
        self.setting = setting
        self.shape = shape
    }

    func markup() -> Markup {
        let module = FlowModule(setting.root, path: "", others: setting.others)
        let contents = ModuleContentDrawing(setting: setting, elementType: Self.elementType(shape))
        let depth = setting.openFeatures.count
        let entry = FlowEntry(setting.options, depth: depth)
        let content = contents.markup(
            module,
            adding: ModuleContentDrawing.Additions(
                fields: [PreviewOptions.Field(name: "_at\(depth)", value: "content")],
                isPosted: entry.target == "content", formID: setting.formID))
        guard depth == 0 else { return content }
        setting.drawing.tools.append(ContractDrawing(setting: setting).markup(module))
        return content
    }
}
