import { toPublicId } from '../../api/lib/ids.ts'
import type { Random } from '../../demo/random.ts'

/** Values of the database to use in operations. */
export interface SampleData {
  /** UUIDs of users, the most active users first. */
  people: readonly string[]
  /** UUIDs of posts. */
  posts: readonly string[]
  /** Words and substrings of posts, the most common first. */
  words: readonly string[]
  /** Cursors near both ends of the results for a common word. */
  searchCursors: readonly SearchCursors[]
}

export interface SearchCursors {
  word: string
  top: string
  bottom: string
}

/** An operation that may pass the limits. */
export interface Candidate {
  name: string
  document: string
  variables: Record<string, unknown>
}

const POST =
  'id content createdAt likesCount isLiked imageUrl image { url } author { id displayName username avatar bio }'
const MAX_QUERY_LENGTH = 100
const MAX_ALIASES = 15
const MAX_PAGE = 100
const RANDOM_SEARCHES = 60
const ALIASED_SEARCHES = 12

/** @returns expensive operations of every shape, with random search words */
export function candidates(
  { people, posts, words, searchCursors }: SampleData,
  random: Random,
): Candidate[] {
  const users = people.slice(0, 100).map((id) => toPublicId('User', id))
  return [
    ...nestedPages(users, posts),
    ...aliasedPages(users),
    ...searches(words, random),
    ...searchesFromCursors(searchCursors),
    ...aliasedSearches(words, random),
  ]
}

const candidate = (
  name: string,
  document: string,
  variables: Record<string, unknown> = {},
): Candidate => ({ name, document, variables })

const aliases = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ')

function nestedPages(users: readonly string[], posts: readonly string[]): Candidate[] {
  return [
    candidate('a page of 100', `{ feed(first: 100) { nodes { ${POST} } } }`),
    ...[1, 2, 3, 5, 8, 12].map((size) =>
      candidate(
        `posts of the authors of 100, ${size} each`,
        `{ feed(first: 100) { nodes { author { posts(first: ${size}) { nodes { id content } } } } } }`,
      ),
    ),
    ...[1, 5, 10, 20].map((size) =>
      candidate(
        `posts of 100 people, ${size} each`,
        `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { posts(first: ${size}) { nodes { id } } } } }`,
        { ids: users },
      ),
    ),
    candidate(
      'posts of 12 people, from the end',
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { posts(last: 100) { nodes { id } } } } }`,
      { ids: users.slice(0, 12) },
    ),
    candidate(
      '100 posts by id',
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Post { ${POST} } } }`,
      { ids: posts.slice(0, 100).map((id) => toPublicId('Post', id)) },
    ),
  ]
}

function aliasedPages(users: readonly string[]): Candidate[] {
  return [5, 9, MAX_ALIASES].flatMap((count) => [
    candidate(
      `${count} pages of 100 from the end`,
      `{ ${aliases(count, () => 'feed(last: 100) { nodes { id } }')} }`,
    ),
    candidate(
      `${count} pages of one user`,
      `query ($id: ID!) { ${aliases(count, (index) => `user(id: $id) { posts(first: ${60 + index}) { nodes { id } } }`)} }`,
      { id: users[0] },
    ),
  ])
}

function searches(words: readonly string[], random: Random): Candidate[] {
  const { pick } = random
  return Array.from({ length: RANDOM_SEARCHES }, (_, index) => {
    const [size, end] = [pick([1, 20, MAX_PAGE]), pick(['first', 'last'])]
    const text = words[index] ?? randomQuery(words, random)
    return candidate(
      `a search, ${end} ${size}, for ${text}`,
      `query ($q: String!) { search(query: $q, ${end}: ${size}) { nodes { id } } }`,
      { q: text },
    )
  })
}

function searchesFromCursors(searchCursors: readonly SearchCursors[]): Candidate[] {
  return searchCursors.flatMap(({ word, top, bottom }) =>
    [
      { end: 'first', argument: 'after', position: 'top', cursor: top },
      { end: 'first', argument: 'after', position: 'bottom', cursor: bottom },
      { end: 'last', argument: 'before', position: 'bottom', cursor: bottom },
    ].flatMap(({ end, argument, position, cursor }) =>
      [1, MAX_PAGE].map((size) =>
        candidate(
          `a search, ${end} ${size} ${argument} the ${position}, for ${word}`,
          `query ($q: String!, $cursor: String!) { search(query: $q, ${end}: ${size}, ${argument}: $cursor) { nodes { id } } }`,
          { q: word, cursor },
        ),
      ),
    ),
  )
}

function aliasedSearches(words: readonly string[], random: Random): Candidate[] {
  return Array.from({ length: ALIASED_SEARCHES }, () => {
    const size = random.pick([1, 20, MAX_PAGE])
    const queries = Array.from({ length: MAX_ALIASES }, () => randomQuery(words, random))
    return [3, MAX_ALIASES].map((count) => aliasedSearch(queries.slice(0, count), size))
  }).flat()
}

function aliasedSearch(queries: readonly string[], size: number): Candidate {
  const declarations = queries.map((_, index) => `$q${index}: String!`).join(', ')
  const fields = aliases(
    queries.length,
    (index) => `search(query: $q${index}, first: ${size}) { nodes { id } }`,
  )
  return candidate(
    `${queries.length} searches, first ${size}`,
    `query (${declarations}) { ${fields} }`,
    Object.fromEntries(queries.map((text, index) => [`q${index}`, text])),
  )
}

function randomQuery(words: readonly string[], random: Random): string {
  const parts = Array.from({ length: random.whole(1, 12) }, () =>
    varyWord(random.pick(words), random),
  )
  return parts.join(' ').slice(0, MAX_QUERY_LENGTH)
}

/** @returns the word, a prefix, a substring, or the word with another letter */
function varyWord(word: string, { whole }: Random): string {
  const variants = [
    word,
    word.slice(0, whole(1, 4)),
    word.slice(whole(0, 2), whole(3, 6)),
    `${word}x`,
  ]
  return variants[whole(0, 3)] ?? word
}
