import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'

interface PostView {
  content: string
  likesCount: number
  isLiked: boolean
}

/** Sends requests of one caller to one process. */
type Client = (path: string, json?: object) => Promise<unknown>

/** Two processes on one database, each with a cache of the newest posts. */
async function twoProcesses() {
  const { database } = await testDatabase()
  const options = { database, maxAgeMs: 0 }
  const [here, there] = [await testServer(options), await testServer(options)]
  await seeds(here.services).theDemoUser()
  const [ann, annElsewhere] = [here.browser(), there.browser()]
  await ann.signUp()
  annElsewhere.copyCookies(ann)
  return {
    ann: { here: as(ann), there: as(annElsewhere) },
    theDemoUser: {
      here: as(here.browser(), { 'X-Demo-User': '1' }),
      there: as(there.browser(), { 'X-Demo-User': '1' }),
    },
    anonymous: as(there.browser()),
  }
}

function as(visitor: TestBrowser, headers: Record<string, string> = {}): Client {
  return async (path, json) =>
    (await visitor.fetch(path, { ...(json && { json }), headers })).json()
}

async function execute<Result>(
  caller: Client,
  query: string,
  variables: object = {},
): Promise<Result> {
  const { data, ...others } = (await caller('/graphql', { query, variables })) as { data: Result }
  expect(others).toEqual({})
  return data
}

const NODES = '{ nodes { content likesCount isLiked } }'
const SEARCH = `query ($query: String!) { search(query: $query, first: 2) ${NODES} }`
let searches = 0
const reads: Record<string, (caller: Client) => Promise<PostView[]>> = {
  'the feed': async (caller) =>
    (await execute<{ feed: { nodes: PostView[] } }>(caller, `{ feed(first: 2) ${NODES} }`)).feed
      .nodes,
  'a search': async (caller) =>
    (
      await execute<{ search: { nodes: PostView[] } }>(
        caller,
        `{ search(query: "honey", first: 2) ${NODES} }`,
      )
    ).search.nodes,
  'a search with a unique query': async (caller) =>
    (
      await execute<{ search: { nodes: PostView[] } }>(caller, SEARCH, {
        query: `honey${' '.repeat(++searches)}`,
      })
    ).search.nodes,
  'a search beside other fields': async (caller) =>
    (
      await execute<{ search: { nodes: PostView[] } }>(
        caller,
        `{ search(query: "honey", first: 2) ${NODES} viewer { username } }`,
      )
    ).search.nodes,
  'the list of posts': async (caller) => (await caller('/api/posts?limit=2')) as PostView[],
}

test.each(Object.entries(reads))(
  '%s: callers read their own writes, also in another process',
  async (_, read) => {
    const { ann, theDemoUser, anonymous } = await twoProcesses()
    const post = async (caller: Client, content: string) => {
      const document =
        'mutation ($content: String!) { createPost(input: { content: $content }) { post { id } } }'
      return (
        await execute<{ createPost: { post: { id: string } } }>(caller, document, { content })
      ).createPost.post.id
    }
    const change = async (name: string, caller: Client, id: string) => {
      const document = `mutation ($id: ID!) { change: ${name}(input: { postId: $id }) { userErrors { code message } } }`
      expect(await execute(caller, document, { id })).toEqual({ change: { userErrors: [] } })
    }

    const expectNewest = async (caller: Client, expected: Partial<PostView>) => {
      const [newest] = await read(caller)
      expect(newest, JSON.stringify({ newest, expected })).toMatchObject(expected)
    }

    // Enough posts for the cache to serve every read.
    for (const content of ['Honey once', 'Honey twice', 'Honey thrice', 'Honey forever'])
      await post(ann.here, content)
    // Repeated requests are compiled and cached.
    for (let times = 0; times < 4; times++)
      for (const caller of [ann.there, theDemoUser.there, anonymous])
        expect(await read(caller)).toHaveLength(2)
    for (const caller of [ann, theDemoUser, ann, theDemoUser]) {
      const content = `Honey again ${crypto.randomUUID()}`
      const id = await post(caller.here, content)
      await expectNewest(caller.there, { content, likesCount: 0, isLiked: false })
      await change('likePost', caller.here, id)
      await expectNewest(caller.there, { content, likesCount: 1, isLiked: true })
      await change('unlikePost', caller.here, id)
      await expectNewest(caller.there, { content, likesCount: 0, isLiked: false })
      await change('deletePost', caller.here, id)
      await expectNewest(caller.there, { content: 'Honey forever' })
    }
  },
)
