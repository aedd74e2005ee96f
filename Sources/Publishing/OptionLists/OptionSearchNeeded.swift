/// The error for a page of a filter whose positions are not cached, so that the database would have to search the list.
package struct OptionSearchNeeded: Error {}
