const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first line of a text. A longer one ends between words, if it has any, and in an ellipsis. */
export function excerpt(text: string, maxCharacters: number): string {
  const [line = ''] = text.trim().split('\n')
  let [count, end] = [0, 0]
  for (const { index } of characters.segment(line)) {
    // Leaves room for the ellipsis.
    if (count < maxCharacters) end = index
    if (++count > maxCharacters) return `${line.slice(0, end).replace(/\s+\S*$/, '')}…`
  }
  return line
}
