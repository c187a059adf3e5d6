import { toPublicId } from '../../api/lib/ids.ts'
import type { Random } from '../../demo/art/random.ts'

/** What there is to ask about. */
export interface Material {
  /** UUIDs, of people who posted much and of any. */
  people: readonly string[]
  /** UUIDs of posts, from the newest to the oldest. */
  posts: readonly string[]
  /** As they stand in posts, the commonest first. */
  words: readonly string[]
  /** Places in what a search for one of the commonest finds, at both ends. */
  places: readonly { word: string; top: string; bottom: string }[]
}

/** An operation that may pass the limits, and what it is. */
export interface Candidate {
  name: string
  document: string
  variables: Record<string, unknown>
}

const POST =
  'id content createdAt likesCount isLiked imageUrl image { url } author { id displayName username avatar bio }'
const LONGEST_QUERY = 100
const MOST_ALIASES = 15
const LARGEST = 100

/** Operations of every shape that asks for much, and random ones of them. */
export function candidates(
  { people, posts, words, places }: Material,
  { pick, whole }: Random,
): Candidate[] {
  const users = people.slice(0, 100).map((id) => toPublicId('User', id))
  const found: Candidate[] = []
  const add = (name: string, document: string, variables: Record<string, unknown> = {}) =>
    found.push({ name, document, variables })
  const aliases = (n: number, part: (index: number) => string) =>
    Array.from({ length: n }, (_, index) => `a${index}: ${part(index)}`).join(' ')

  add('a page of 100', `{ feed(first: 100) { nodes { ${POST} } } }`)
  for (const size of [1, 2, 3, 5, 8, 12])
    add(
      `posts of the authors of 100, ${size} each`,
      `{ feed(first: 100) { nodes { author { posts(first: ${size}) { nodes { id content } } } } } }`,
    )
  for (const size of [1, 5, 10, 20])
    add(
      `posts of 100 people, ${size} each`,
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { posts(first: ${size}) { nodes { id } } } } }`,
      { ids: users },
    )
  add(
    'posts of 12 people, from the end',
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { posts(last: 100) { nodes { id } } } } }`,
    { ids: users.slice(0, 12) },
  )
  add('100 posts by id', `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Post { ${POST} } } }`, {
    ids: posts.slice(0, 100).map((id) => toPublicId('Post', id)),
  })
  for (const n of [5, 9, MOST_ALIASES]) {
    add(
      `${n} pages of 100 from the end`,
      `{ ${aliases(n, () => 'feed(last: 100) { nodes { id } }')} }`,
    )
    add(
      `${n} pages of one person`,
      `query ($id: ID!) { ${aliases(n, (index) => `user(id: $id) { posts(first: ${60 + index}) { nodes { id } } }`)} }`,
      { id: users[0] },
    )
  }
  const query = () => {
    const parts: string[] = []
    const length = whole(1, 12)
    while (parts.length < length) parts.push(piece(pick(words)))
    return parts.join(' ').slice(0, LONGEST_QUERY)
  }
  const piece = (word: string) =>
    [word, word.slice(0, whole(1, 4)), word.slice(whole(0, 2), whole(3, 6)), `${word}x`][
      whole(0, 3)
    ] ?? word
  for (let index = 0; index < 60; index++) {
    const [size, end, text] = [
      pick([1, 20, LARGEST]),
      pick(['first', 'last']),
      index < words.length ? (words[index] ?? '') : query(),
    ]
    add(
      `a search, ${end} ${size}, for ${text}`,
      `query ($q: String!) { search(query: $q, ${end}: ${size}) { nodes { id } } }`,
      { q: text },
    )
  }
  for (const { word, top, bottom } of places) {
    for (const [end, from, cursor] of [
      ['first', 'after', top],
      ['first', 'after', bottom],
      ['last', 'before', bottom],
    ]) {
      for (const size of [1, LARGEST])
        add(
          `a search, ${end} ${size} ${from} ${cursor === top ? 'the top' : 'the bottom'}, for ${word}`,
          `query ($q: String!, $cursor: String!) { search(query: $q, ${end}: ${size}, ${from}: $cursor) { nodes { id } } }`,
          { q: word, cursor },
        )
    }
  }
  for (let times = 0; times < 12; times++) {
    const [size, texts] = [pick([1, 20, LARGEST]), Array.from({ length: MOST_ALIASES }, query)]
    for (const count of [3, MOST_ALIASES]) {
      const some = texts.slice(0, count)
      const declared = some.map((_, index) => `$q${index}: String!`).join(', ')
      const asked = aliases(
        count,
        (index) => `search(query: $q${index}, first: ${size}) { nodes { id } }`,
      )
      add(
        `${count} searches, first ${size}`,
        `query (${declared}) { ${asked} }`,
        Object.fromEntries(some.map((text, index) => [`q${index}`, text])),
      )
    }
  }
  return found
}
