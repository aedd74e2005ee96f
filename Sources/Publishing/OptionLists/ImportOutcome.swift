/// What became of items that were to become an option list; unless imported, the list is as it was.
package enum ImportOutcome: Sendable, Hashable {
    /// The list has exactly these items now; `replaced` is how many it had before, nil when it is new.
    case imported(OptionList, replaced: Int?)
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// There are more than `OptionList.maximumItems`.
    case tooMany
    /// Two items have the same key.
    case duplicateKey
    /// No item has the key that another one names as its parent.
    case unknownParent(String)
    /// An item breaks a limit of `OptionItem`, has no key or title, or is its own parent.
    case invalidItem
}
