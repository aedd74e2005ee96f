import Foundation
import HTTPTypes

extension Refusal {
    /// Sends the answer without the library, and closes the socket's sending side, so that nothing that the library sends
    /// follows it. Returns the number of bytes of the body; 0 if it is not sent.
    ///
    /// `fields`: The fields that the answer has besides its own. `isHead`: The body is not sent.
    @discardableResult
    func deliver(to descriptor: Int32, adding fields: HTTPFields, isHead: Bool = false) -> Int {
        var response = response
        SecurityFields.complete(&response.headers, with: fields)
        response.headers[.contentLength] = String(response.body.count)
        response.headers[.connection] = "close"
        let body = isHead ? [] : response.body
        let lines = response.headers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        let head = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n\(lines)\r\n"
        _ = (Array(head.utf8) + body).withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        shutdown(descriptor, Int32(SHUT_WR))
        return body.count
    }
}
