import Foundation

/// Returns the result of `body`, which gets `strings` as a NULL-terminated array of C strings; they are freed after the
/// call.
func withCStrings<Value>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) } + [nil])
}
