import { expect, test } from 'vitest'
import { createProgram } from '#api/test/people/api-tokens.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { type EventStream, subscribe } from '#api/test/servers/event-stream.ts'
import { testServer } from '#api/test/servers/server.ts'
import type { TokenScope } from '#rules/token-scopes.ts'

const server = await testServer()
const { aPost, aLike } = seeds(server.services)
const owner = server.browser()
const { id, email } = await owner.signUp()
const ann = { id: uuidOf(id) }
const post = await aPost({ by: ann })
await aLike({ by: ann, of: post })

const PRIVATE = 'email role unreadNotificationsCount apiTokens { id }'
const onlyPublic = { email: null, role: null, unreadNotificationsCount: null, apiTokens: null }
const asOwner = { email, role: 'MEMBER', unreadNotificationsCount: 0, apiTokens: null }

/** The first event of the field, of a union the first one of the type. */
async function firstOf(stream: EventStream, field: string, typename?: string) {
  for (;;) {
    const { data } = await stream.next()
    if (!typename || data[field].__typename === typename) return data[field]
  }
}

const scopeSets: TokenScope[][] = [
  [],
  ['read'],
  ['read:private'],
  ['moderate'],
  ['read', 'moderate'],
  ['write:posts', 'write:likes', 'write:notifications'],
  ['read', 'read:private', 'moderate'],
]

test.each(scopeSets.map((scopes) => ({ scopes })))(
  'events of a stream say no more than the scopes $scopes allow',
  async ({ scopes }) => {
    const { script } = await createProgram(server, owner, scopes)
    const author = scopes.includes('read:private') ? asOwner : onlyPublic
    const isLiked = scopes.some((scope) => !scope.startsWith('write:'))
    const updates = await subscribe(script, {
      query: `subscription { postUpdated(ids: ["${post.publicId}"]) {
        isLiked author { ${PRIVATE} } } }`,
    })
    expect(await firstOf(updates, 'postUpdated')).toEqual({ isLiked, author })

    const live = await subscribe(script, {
      query: `subscription { live(scope: null, postIds: ["${post.publicId}"]) {
        __typename ... on Post { isLiked author { ${PRIVATE} } } ... on User { ${PRIVATE} } } }`,
    })
    expect(await firstOf(live, 'live', 'Post')).toMatchObject({ isLiked, author })
    if (scopes.includes('read:private'))
      expect(await firstOf(live, 'live', 'User')).toMatchObject(asOwner)

    const created = await subscribe(script, {
      query: `subscription { postCreated { id author { ${PRIVATE} } } }`,
    })
    // It begins after its response, and sends what is created from then on.
    const published: string[] = []
    const publishUntilSent = async () => {
      published.push((await aPost({ by: ann })).publicId)
      return created.events.length
    }
    await expect.poll(publishUntilSent).toBeGreaterThan(0)
    const event = await firstOf(created, 'postCreated')
    expect(event).toEqual({ id: event.id, author })
    expect(published).toContain(event.id)
    // What came meanwhile, for example about the viewer.
    const others = live.events.map((event) => JSON.stringify(event))
    if (author === onlyPublic) expect(others.filter((text) => text.includes(email))).toEqual([])
    for (const stream of [updates, live, created]) stream.close()
  },
)
