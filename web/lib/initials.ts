const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstCharacter(word: string | undefined): string {
  for (const { segment } of segmenter.segment(word ?? '')) return segment.toUpperCase()
  return ''
}

/** What stands for a person without a picture: the first characters of the first and the last word of the name. */
export function initials(displayName: string): string {
  const words = displayName.trim().split(/\s+/u)
  return firstCharacter(words[0]) + (words.length > 1 ? firstCharacter(words.at(-1)) : '')
}
