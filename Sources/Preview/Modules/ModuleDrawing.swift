import JSONText

/// Draws a module that is a document of its own: its content and its contract.
struct ModuleDrawing: DocumentDrawing {
    private let setting: DocumentSetting
    private let shape: Shape?

    /// Returns the drawing of a document of modules.
    static func drawing(_ setting: DocumentSetting, entity: Drawable?) -> any DocumentDrawing {
        let shape = entity?.shape
        var moduleShape = shape
        if case .list(.object(let inner)) = shape?["modules"] { moduleShape = inner }
        return switch form(of: setting.root, shape: shape) {
        case .flow: FlowDrawing(setting, moduleShape: moduleShape)
        case .tabs: TabsDrawing(setting, moduleShape: moduleShape)
        case .single: ModuleDrawing(setting, shape: moduleShape)
        }
    }

    /// The forms of module documents.
    enum Form {
        case flow, tabs, single
    }

    /// Returns the form of a module document, from the members in its schema or else its own.
    static func form(of root: JSONValue, shape: Shape?) -> Form {
        func names(_ name: String) -> Bool { shape.map { $0[name] != nil } ?? (root[name] != nil) }
        if names("connections") || names("start") { return .flow }
        return names("modules") ? .tabs : .single
    }

    /// Returns the slot of a module's element.
    static func elementSlot(_ shape: Shape?) -> Slot {
        guard case .object(let content) = shape?["content"], let slot = content["element"] else { return .choice([]) }
        return slot
    }

    private init(_ setting: DocumentSetting, shape: Shape?) {
        self.setting = setting
        self.shape = shape
    }

    func markup() -> Markup {
        let module = FlowModule(setting.root, path: "", others: setting.others)
        let contents = ModuleContentDrawing(setting: setting, elementSlot: Self.elementSlot(shape))
        let depth = setting.openFeatures.count
        let entry = FlowEntry(setting.options, depth: depth)
        let content = contents.markup(
            module,
            placing: ModuleContentDrawing.Placing(
                fields: [PreviewOptions.Field(name: "_at\(depth)", value: "content")],
                isPosted: entry.target == "content", claim: setting.claim))
        guard depth == 0 else { return content }
        setting.drawing.tools.append(ContractDrawing(setting: setting).markup(module))
        return content
    }
}
