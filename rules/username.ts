/** A username from how people write it: maybe in capitals, or with the @ that the product shows. */
export function normalizeUsername(text: string): string {
  return text
    .trim()
    .replace(/^[@\uff20]/u, '')
    .toLowerCase()
}
