/// The switches and choices that a person has changed, compared with the document or the list.
struct SheetMarks {
    /// The maximum number of changes of either kind; the newest are kept.
    private static let limit = 500

    /// The ids of the options that a person chose, by group; an empty id if none is chosen. They replace the choices
    /// that the document or the list defines for the group.
    private var choices: [(group: Int, id: String)]
    /// The ids of the options whose switch or checkmark a person has toggled.
    private var flips: [String]

    /// Reads posted fields; choices are written as `group:id`.
    init(choices: [String], flips: [String]) {
        self.choices = choices.suffix(Self.limit).compactMap { text in
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let group = Int(parts[0]) else { return nil }
            return (group, String(parts[1]))
        }
        self.flips = flips.suffix(Self.limit)
    }

    /// Returns true if an option's switch is on or its checkmark is set.
    func isMarked(_ option: SheetOption) -> Bool {
        switch option.accessory {
        case .toggle(let isOn):
            return isOn != flips.contains(option.id)
        case .checkmark(let isSelected):
            if let choice = choice(in: option.group) { return choice == option.id }
            return isSelected != flips.contains(option.id)
        case .tag, nil:
            return false
        }
    }

    /// Toggles a switch or a choice. A new choice replaces the previous one, unless several options of its group were
    /// initially chosen.
    mutating func tap(_ option: SheetOption, among options: [SheetOption]) {
        switch option.accessory {
        case .toggle:
            flip(option.id)
        case .checkmark(let isSelected):
            let several = options.count { $0.group == option.group && $0.accessory == .checkmark(isSelected: true) } > 1
            if let choice = choice(in: option.group) {
                choose(choice == option.id ? "" : option.id, in: option.group)
            } else if several {
                flip(option.id)
            } else {
                choose(isSelected ? "" : option.id, in: option.group)
            }
        case .tag, nil:
            break
        }
    }

    /// The hidden fields for the next post.
    var fields: [(String, String)] {
        choices.map { ("_choice", "\($0.group):\($0.id)") } + flips.map { ("_flip", $0) }
    }

    private func choice(in group: Int) -> String? { choices.last { $0.group == group }?.id }

    private mutating func choose(_ id: String, in group: Int) {
        choices.removeAll { $0.group == group }
        choices.append((group, id))
    }

    private mutating func flip(_ id: String) {
        if flips.contains(id) { flips.removeAll { $0 == id } } else { flips.append(id) }
    }
}
