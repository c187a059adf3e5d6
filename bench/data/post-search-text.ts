import { pairGrams, searchText } from '../../api/lib/search-text.ts'
import { fold } from '../../rules/fold.ts'
import { type Token, tokens } from '../../rules/search-words.ts'

/** The search text of a word or phrase. */
interface IndexedPhrase {
  text: string
  grams: readonly number[]
  first: Token | undefined
  last: Token | undefined
}

const cache = new Map<string, IndexedPhrase>()

/**
 * Joins the cached search texts of the phrases. Calling `searchText` for a million posts would take
 * minutes.
 */
export function searchTextOf(phrases: readonly string[]): { text: string; grams: Set<number> } {
  const grams = new Set<number>()
  let text = ' '
  let previous: Token | undefined
  for (const phrase of phrases) {
    const indexed = indexedPhrase(phrase)
    text += `${indexed.text} `
    for (const gram of indexed.grams) grams.add(gram)
    if (previous?.single && indexed.first?.single)
      for (const gram of pairGrams([previous, indexed.first])) grams.add(gram)
    previous = indexed.last
  }
  return { text, grams }
}

function indexedPhrase(phrase: string): IndexedPhrase {
  const cached = cache.get(phrase)
  if (cached) return cached
  const words = tokens(fold(phrase))
  const { text, grams } = searchText(phrase)
  const indexed = { text: text.trim(), grams, first: words[0], last: words.at(-1) }
  cache.set(phrase, indexed)
  return indexed
}
