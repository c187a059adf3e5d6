/** A container in a container is one level deeper. */
const MAX_DEPTH = 32
/** Elements, members, arrays and objects. The longest valid list has 100 ids. */
const MAX_VALUES = 2_000

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20]
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether JSON has few values, nested a few levels deep: `JSON.parse` takes time and memory per
 * value, for a megabyte of `[` 32 times its bytes. Reads each byte once, and finds no errors.
 */
export function hasFewValues(json: Uint8Array): boolean {
  let [values, depth] = [0, 0]
  let isEmpty = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB) continue
    const closes = byte === CLOSE_ARRAY || byte === CLOSE_OBJECT
    // The first element or member of a container follows no comma.
    if (byte === COMMA || (isEmpty && !closes)) values++
    isEmpty = byte === OPEN_ARRAY || byte === OPEN_OBJECT
    if (isEmpty) {
      values++
      depth++
    } else if (closes) depth--
    else if (byte === QUOTE) at = endOfString(json, at)
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false
  }
  return true
}

/** @returns the index of the closing quote */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
