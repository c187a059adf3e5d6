/** Hashes an id (FNV-1a) to one of the eight hues. */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 8
}
