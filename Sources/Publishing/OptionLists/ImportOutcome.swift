/// The outcome of importing an option list; the list changes only if it was imported.
package enum ImportOutcome: Sendable, Hashable {
    /// The list now has exactly the imported items; `replaced` is the number of items before, nil for a new list.
    case imported(OptionList, replaced: Int?)
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// There are no items, and the request does not allow an empty list; `kept` is the number of items that the list
    /// still has, nil if there is no list.
    case empty(kept: Int?)
    /// There are more items than `OptionList.maximumItems`.
    case tooMany
    /// Two items have the same key.
    case duplicateKey
    /// No item has this key, which an item names as its parent.
    case unknownParent(String)
    /// An item exceeds a limit of `OptionItem`, has an empty key or title, is its own parent, or has U+0000 in its key,
    /// title or parent.
    case invalidItem
}
