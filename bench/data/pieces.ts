import { pairGrams, searchText } from '../../api/lib/search-text.ts'
import { fold, type Token, tokens } from '../../rules/search-words.ts'

/** What the search keeps of a word or phrase of a post. */
interface Piece {
  text: string
  grams: readonly number[]
  first: Token | undefined
  last: Token | undefined
}

const known = new Map<string, Piece>()

/**
 * What `searchText` makes of the pieces with a space between each, put together from what it made of each: posts repeat
 * their words, and a million times the whole work takes minutes.
 */
export function searchTextOf(pieces: readonly string[]): { text: string; grams: Set<number> } {
  const grams = new Set<number>()
  let text = ' '
  let before: Token | undefined
  for (const each of pieces) {
    const piece = pieceOf(each)
    text += `${piece.text} `
    for (const gram of piece.grams) grams.add(gram)
    if (before?.single && piece.first?.single)
      for (const gram of pairGrams([before, piece.first])) grams.add(gram)
    before = piece.last
  }
  return { text, grams }
}

function pieceOf(piece: string): Piece {
  const made = known.get(piece)
  if (made) return made
  const found = tokens(fold(piece))
  const { text, grams } = searchText(piece)
  const fresh = { text: text.trim(), grams, first: found[0], last: found.at(-1) }
  known.set(piece, fresh)
  return fresh
}
