import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'

interface Seen {
  content: string
  likesCount: number
  isLiked: boolean
}

/** Somebody, as one process or another sees them. */
type Person = (path: string, json?: object) => Promise<unknown>

/** Two processes on one database, each with the newest posts in memory. */
async function twoProcesses() {
  const { database } = await testDatabase()
  const options = { database, maxAge: 0 }
  const [here, there] = [await testServer(options), await testServer(options)]
  await seeds(here.services).theDemoUser()
  const [ann, annElsewhere] = [here.visitor(), there.visitor()]
  await ann.signUp()
  for (const [name, value] of ann.cookies) annElsewhere.cookies.set(name, value)
  return {
    ann: { here: as(ann), there: as(annElsewhere) },
    theDemoUser: {
      here: as(here.visitor(), { 'X-Demo-User': '1' }),
      there: as(there.visitor(), { 'X-Demo-User': '1' }),
    },
    nobody: as(there.visitor()),
  }
}

function as(visitor: Visitor, headers: Record<string, string> = {}): Person {
  return async (path, json) =>
    (await visitor.fetch(path, { ...(json && { json }), headers })).json()
}

async function ask<Result>(who: Person, query: string, variables: object = {}): Promise<Result> {
  const { data, ...others } = (await who('/graphql', { query, variables })) as { data: Result }
  expect(others).toEqual({})
  return data
}

const NODES = '{ nodes { content likesCount isLiked } }'
const SEARCH = `query ($query: String!) { search(query: $query, first: 2) ${NODES} }`
let searches = 0
const looks: Record<string, (who: Person) => Promise<Seen[]>> = {
  'the feed': async (who) =>
    (await ask<{ feed: { nodes: Seen[] } }>(who, `{ feed(first: 2) ${NODES} }`)).feed.nodes,
  'a search': async (who) =>
    (await ask<{ search: { nodes: Seen[] } }>(who, `{ search(query: "honey", first: 2) ${NODES} }`))
      .search.nodes,
  'a search that is asked once': async (who) =>
    (
      await ask<{ search: { nodes: Seen[] } }>(who, SEARCH, {
        query: `honey${' '.repeat(++searches)}`,
      })
    ).search.nodes,
  'a search beside other questions': async (who) =>
    (
      await ask<{ search: { nodes: Seen[] } }>(
        who,
        `{ search(query: "honey", first: 2) ${NODES} viewer { username } }`,
      )
    ).search.nodes,
  'the list of posts': async (who) => (await who('/api/posts?limit=2')) as Seen[],
}

test.each(Object.entries(looks))(
  '%s: whoever changed something sees it at the next look, through another process as well',
  async (_, look) => {
    const { ann, theDemoUser, nobody } = await twoProcesses()
    const post = async (who: Person, content: string) => {
      const document =
        'mutation ($content: String!) { createPost(input: { content: $content }) { post { id } } }'
      return (await ask<{ createPost: { post: { id: string } } }>(who, document, { content }))
        .createPost.post.id
    }
    const change = async (name: string, who: Person, id: string) => {
      const document = `mutation ($id: ID!) { change: ${name}(input: { postId: $id }) { userErrors { code message } } }`
      expect(await ask(who, document, { id })).toEqual({ change: { userErrors: [] } })
    }

    const expectNewest = async (who: Person, expected: Partial<Seen>) => {
      const [newest] = await look(who)
      expect(newest, JSON.stringify({ newest, expected })).toMatchObject(expected)
    }

    // So many that all are answered from memory.
    for (const content of ['Honey once', 'Honey twice', 'Honey thrice', 'Honey forever'])
      await post(ann.here, content)
    // The more often something is asked, the shorter is its way.
    for (let times = 0; times < 4; times++)
      for (const who of [ann.there, theDemoUser.there, nobody])
        expect(await look(who)).toHaveLength(2)
    for (const who of [ann, theDemoUser, ann, theDemoUser]) {
      const content = `Honey again ${crypto.randomUUID()}`
      const id = await post(who.here, content)
      await expectNewest(who.there, { content, likesCount: 0, isLiked: false })
      await change('likePost', who.here, id)
      await expectNewest(who.there, { content, likesCount: 1, isLiked: true })
      await change('unlikePost', who.here, id)
      await expectNewest(who.there, { content, likesCount: 0, isLiked: false })
      await change('deletePost', who.here, id)
      await expectNewest(who.there, { content: 'Honey forever' })
    }
  },
)
