/** A username from how people write it: maybe with an @, as the product shows it, or in capitals. */
export function normalizeUsername(text: string): string {
  return text
    .trim()
    .replace(/^[@\uff20]/u, '')
    .toLowerCase()
}
