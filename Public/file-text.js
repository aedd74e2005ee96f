// Reads files as text without changing it: bytes that are not text are never replaced by other characters.

/**
 * Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark, without the mark; null for any other file.
 * Throws an error if the file cannot be read.
 */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begins = (first, second) => bytes[0] === first && bytes[1] === second;
  const encoding = begins(0xff, 0xfe) ? "utf-16le" : begins(0xfe, 0xff) ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch { return null; }
}
