const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstCharacter(word: string | undefined): string {
  for (const { segment } of segmenter.segment(word ?? '')) return segment.toUpperCase()
  return ''
}

/** The first characters of the first and last word of a name, for an avatar without a picture. */
export function initials(displayName: string): string {
  const words = displayName.trim().split(/\s+/u)
  return firstCharacter(words[0]) + (words.length > 1 ? firstCharacter(words.at(-1)) : '')
}
