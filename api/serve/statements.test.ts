import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { concatAST, type DocumentNode, parse, separateOperations, visit } from 'graphql'
import { expect, test } from 'vitest'
import { type Caller, testApi } from '#api/test/test-api.ts'
import { demoUser } from '#rules/demo-user.ts'

const { as, asDemoUser, anonymous, aPost, aUser, posts, services, theDemoUser, statements } =
  await testApi({ maxAgeMs: 60_000 })

const WEB = path.resolve(import.meta.dirname, '../../web')
const documents = globSync('**/*.graphql', { cwd: WEB }).map((file) =>
  parse(readFileSync(path.join(WEB, file), 'utf8')),
)
// The client removes its masking directive before it sends a document.
const all = visit(concatAST(documents), {
  Directive: ({ name }) => (name.value === 'unmask' ? null : undefined),
})
const operations: Record<string, DocumentNode> = separateOperations(all)

const ada = await aUser({ username: 'ada' })
const ben = await aUser()
await theDemoUser()
await aPost({ by: ada, content: 'A skylark over the field' })
await posts(30, { by: ada })
// Fills the cache.
await services.recentPosts?.get('recent')
// The first search finds the common words.
await anonymous.data('{ search(query: "skylark") { nodes { id } } }')

interface Listed {
  pageInfo: { endCursor: string }
}

interface PageQuery {
  variables: Record<string, unknown>
  /** All callers by default. */
  by?: Caller[]
  /** The list to page through. */
  list?: (data: never) => Listed
  /** For the first page, or for the first and the next page. */
  statements: number | [number, number]
}

const searchOf = ({ search }: { search: Listed }) => search

/** The queries of the client's pages. */
const expected: Record<string, PageQuery[]> = {
  Feed: [
    // The newest posts are cached, the likes of viewers are not.
    {
      variables: {},
      by: [as(ada), as(ben), asDemoUser()],
      list: ({ feed }: { feed: Listed }) => feed,
      statements: 1,
    },
    { variables: {}, by: [anonymous], list: ({ feed }: { feed: Listed }) => feed, statements: 0 },
  ],
  Explore: [
    { variables: { query: 'skylark' }, list: searchOf, statements: 1 },
    {
      variables: { query: 'nice' },
      by: [as(ada), as(ben), asDemoUser()],
      list: searchOf,
      statements: 1,
    },
    // The cache also serves searches for frequent words, without likes.
    { variables: { query: 'nice' }, by: [anonymous], list: searchOf, statements: [0, 1] },
  ],
  Profile: [
    {
      variables: { isOwn: true },
      by: [as(ada)],
      list: ({ viewer }: { viewer: { posts: Listed } }) => viewer.posts,
      statements: 2,
    },
    {
      variables: { isOwn: false, username: 'ada' },
      list: ({ user }: { user: { posts: Listed } }) => user.posts,
      statements: 2,
    },
    {
      variables: { isOwn: false, id: ada.publicId },
      list: ({ user }: { user: { posts: Listed } }) => user.posts,
      statements: 2,
    },
  ],
  Viewer: [
    { variables: { demoUser: demoUser.id, isDemo: false }, by: [as(ada)], statements: 1 },
    { variables: { demoUser: demoUser.id, isDemo: true }, by: [asDemoUser()], statements: 1 },
  ],
}

const queries = Object.keys(operations).filter((name) =>
  operations[name]?.definitions.some(
    (each) => each.kind === 'OperationDefinition' && each.operation === 'query',
  ),
)

test('every query of the client is counted', () => {
  expect(queries.sort()).toEqual(Object.keys(expected).sort())
})

const cases = Object.entries(expected).flatMap(([name, pageQueries]) =>
  pageQueries.map((each) => ({ name, ...each })),
)

test.each(cases)(
  '$name with $variables: $statements statements per page',
  async ({ name, variables, by, list, statements: count }) => {
    const document = operations[name]
    if (!document) throw new Error(`The client has no query ${name}.`)
    for (const caller of by ?? [as(ada), as(ben), asDemoUser(), anonymous]) {
      let after: string | undefined
      const [first, next = first] = [count].flat()
      for (const statementsOfPage of list ? [first, next] : [first]) {
        let data = {} as never
        const sent = await statements.of(async () => {
          const result = await caller.execute(document, { ...variables, after })
          expect(result.errors).toBeUndefined()
          data = result.data as never
        })
        expect(sent).toHaveLength(statementsOfPage ?? 0)
        after = list?.(data).pageInfo.endCursor
      }
    }
  },
)
