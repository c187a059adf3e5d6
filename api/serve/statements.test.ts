import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { concatAST, type DocumentNode, parse, separateOperations, visit } from 'graphql'
import { expect, test } from 'vitest'
import { type Caller, testApi } from '#api/test/execute.ts'
import { demoUser } from '#rules/demo-user.ts'

const { as, asDemoUser, nobody, aPost, aUser, posts, services, theDemoUser, statements } =
  await testApi({ maxAge: 60_000 })

const WEB = path.resolve(import.meta.dirname, '../../web')
const documents = globSync('**/*.graphql', { cwd: WEB }).map((file) =>
  parse(readFileSync(path.join(WEB, file), 'utf8')),
)
// Masking is between the client's own parts; its directive never leaves the browser.
const all = visit(concatAST(documents), {
  Directive: ({ name }) => (name.value === 'unmask' ? null : undefined),
})
const operations: Record<string, DocumentNode> = separateOperations(all)

const ada = await aUser({ username: 'ada' })
const ben = await aUser()
await theDemoUser()
await aPost({ by: ada, content: 'A skylark over the field' })
await posts(30, { by: ada })
// Read once for all who ask.
await services.recentPosts?.get('recent')
// What is common is learned with the first search.
await nobody.data('{ search(query: "skylark") { nodes { id } } }')

interface Listed {
  pageInfo: { endCursor: string }
}

interface Asked {
  variables: Record<string, unknown>
  /** Everybody, unless it is asked by some alone. */
  by?: Caller[]
  /** Where the page goes on. */
  list?: (data: never) => Listed
  /** For the first page, and for the next if that takes another number. */
  statements: number | [number, number]
}

const found = ({ search }: { search: Listed }) => search

/** The queries of the client's pages. */
const expected: Record<string, Asked[]> = {
  Feed: [
    // The newest posts are in memory; what a viewer likes of them is not.
    {
      variables: {},
      by: [as(ada), as(ben), asDemoUser()],
      list: ({ feed }: { feed: Listed }) => feed,
      statements: 1,
    },
    { variables: {}, by: [nobody], list: ({ feed }: { feed: Listed }) => feed, statements: 0 },
  ],
  Explore: [
    { variables: { query: 'skylark' }, list: found, statements: 1 },
    {
      variables: { query: 'nice' },
      by: [as(ada), as(ben), asDemoUser()],
      list: found,
      statements: 1,
    },
    // What many of the newest posts have is found in memory; only who likes what of it is not.
    { variables: { query: 'nice' }, by: [nobody], list: found, statements: [0, 1] },
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

test('the client has the queries that are counted here', () => {
  expect(queries.sort()).toEqual(Object.keys(expected).sort())
})

const cases = Object.entries(expected).flatMap(([name, asked]) =>
  asked.map((each) => ({ name, ...each })),
)

test.each(cases)(
  '$name with $variables: each page in $statements',
  async ({ name, variables, by, list, statements: count }) => {
    const document = operations[name]
    if (!document) throw new Error(`The client has no query ${name}.`)
    for (const caller of by ?? [as(ada), as(ben), asDemoUser(), nobody]) {
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
