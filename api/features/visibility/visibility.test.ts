import { OperationTypeNode, print } from 'graphql'
import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { routes } from '#api/rest/routes.ts'
import { schema } from '#api/serve/schema.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { statementLog } from '#api/test/database/statements.ts'
import { randomOperation } from '#api/test/operations/random-operation.ts'
import { storedOperations, withFragments } from '#api/test/operations/stored-operations.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles } from '#api/test/servers/client-files.ts'
import { testServer } from '#api/test/servers/server.ts'
import { pages } from '#rules/pages.ts'
import { setHidden } from '../post/post.write.ts'
import { canSee } from './can-see.ts'

const { database } = statementLog((await testDatabase()).url)
/** Two workers of one installation. */
const options = { database, client: builtClient(clientFiles) }
const [server, otherServer] = [await testServer(options), await testServer(options)]
const { services } = server
const { aPost, aReply, aLike } = seeds(services)
const { ids } = services

/** Each of the person's names and texts contains the marker. */
async function aPerson(marker: string) {
  const browser = server.browser()
  const { id: publicId } = await browser.signUp()
  const id = uuidOf(publicId)
  const username = `${marker}_${id.slice(-6)}`
  const names = { displayName: `${marker} person`, username, bio: `${marker} bio` }
  await database.user.update({ where: { id }, data: names })
  const text = ` ${marker} person ${username} `
  await database.userSearch.update({ where: { userId: id }, data: { text } })
  return { id, publicId, username, marker, browser, elsewhere: elsewhere(browser) }
}
type Person = Awaited<ReturnType<typeof aPerson>>

function elsewhere(person: TestBrowser): TestBrowser {
  const browser = otherServer.browser()
  browser.copyCookies(person)
  return browser
}

const reader = await aPerson('reader')
const friend = await aPerson('friend')
const blocked = await aPerson('blocked')
const muted = await aPerson('muted')
/** A moderator hides the posts. */
const moderated = await aPerson('moderated')

const posts = new Map<Person, { id: string; publicId: string }>()
for (const by of [friend, blocked, muted, moderated, reader])
  for (let number = 1; number <= 3; number++)
    posts.set(by, await aPost({ by, content: `A good thing of ${by.marker}, number ${number}` }))
const postOf = (person: Person) => posts.get(person) ?? { id: '', publicId: '' }

async function follow(follower: Person, followee: Person) {
  const pair = { followerId: follower.id, followeeId: followee.id }
  await database.follow.create({ data: { id: ids.next(), ...pair } })
}
const shares: { id: string; actor: Person; author: Person }[] = []
async function share(actor: Person, author: Person) {
  const row = { kind: 'SHARE' as const, actorId: actor.id, postId: postOf(author).id }
  const [id, comment] = [ids.next(), `${actor.marker} comment`]
  await database.feedEvent.create({ data: { id, ...row, comment } })
  shares.push({ id: toPublicId('Share', id), actor, author })
}
const replyTo = (by: Person, author: Person) =>
  aReply({ by, to: postOf(author), content: `A good reply of ${by.marker}` })
for (const person of [blocked, muted, moderated]) {
  await replyTo(person, friend)
  await replyTo(person, reader)
  await replyTo(friend, person)
  await replyTo(reader, person)
  await aLike({ by: person, of: postOf(friend) })
  await aLike({ by: person, of: postOf(reader) })
  await share(person, friend)
  await share(person, reader)
  await share(friend, person)
  await share(reader, person)
  await follow(person, friend)
  await follow(person, reader)
  await follow(friend, person)
  await follow(reader, person)
  await aLike({ by: reader, of: postOf(person) })
}
await follow(reader, friend)

async function send(browser: TestBrowser, query: string, variables = {}) {
  const response = await browser.fetch('/graphql', { json: { query, variables } })
  return response.text()
}
const change = (browser: TestBrowser, name: string, userId: string) =>
  send(
    browser,
    `mutation ($userId: ID!) { ${name}(input: { userId: $userId }) { userErrors { code } } }`,
    { userId },
  )
const HIDE = [
  ['blockUser', blocked],
  ['muteUser', muted],
] as const

/** Reads a share by its id. */
const SHARE = `query ($shareId: ID!) { node(id: $shareId) { ... on Share {
  comment actor { displayName } post { content } } } }`

/** Reads everything that mentions a person, through either worker. */
async function* responsesTo(viewer: Person, about: Person): AsyncGenerator<[string, string]> {
  for (const browser of [viewer.browser, viewer.elsewhere]) {
    for (const path of paths(about))
      yield [path, await (await browser.fetch(path, { headers: { accept: '*/*' } })).text()]
    for (const operation of storedOperations) {
      if (operation.operation !== OperationTypeNode.QUERY) continue
      const wanted = new Set(operation.variableDefinitions?.map((each) => each.variable.name.value))
      const values: Record<string, unknown> = {
        ...{ id: about.publicId, userId: about.publicId, postId: postOf(about).publicId },
        ...{ first: 20, query: 'good', isOwn: false, isFollowers: true, isPeople: true },
        isReplies: true,
        ...{
          demoUser: 'demo-user',
          isDemo: false,
          ...(!wanted.has('id') && { username: about.username }),
        },
      }
      const variables = Object.fromEntries(
        Object.entries(values).filter(([name]) => wanted.has(name)),
      )
      const query = print(withFragments(operation))
      for (let time = 1; time <= 2; time++)
        yield [operation.name?.value ?? '', await send(browser, query, variables)]
    }
    for (const { id, actor, author } of shares)
      if (actor === about || author === about)
        yield [SHARE, await send(browser, SHARE, { shareId: id })]
    for (let seed = 1; seed <= 60; seed++) {
      const examples = {
        userId: about.publicId,
        username: about.username,
        postId: postOf(about).publicId,
        cursor: 'none',
      }
      const { query, variables } = randomOperation(schema, seed, examples)
      yield [query, await send(browser, query, variables)]
    }
  }
}

/**
 * Every page and every REST route that reads, with the files for other programs. A new page or
 * route is tested without a change here.
 */
function paths({ username, ...about }: Person): string[] {
  const post = postOf({ username, ...about }).publicId
  const lists = ['', '?feed=following&q=good', '?q=person']
  const addresses = [
    ...pages.map(({ path }) =>
      path.replace(':userId', username).replace(':postId', post).replace(':token', '0'.repeat(64)),
    ),
    ...routes
      .filter(({ method }) => method === 'get')
      .map(({ path }) =>
        `/api${path}`.replace('/users/{id}', `/users/${username}`).replace('{id}', post),
      ),
    ...['/feed.atom', '/feed.json', `/profile/${username}/feed.atom`, '/sitemap/1.xml'],
    ...[`/post/${post}`, `/profile/${username}`].map(
      (path) => `/oembed?${new URLSearchParams({ url: `${server.url}${path}` })}`,
    ),
  ]
  expect(addresses.filter((address) => /[:{]/.test(address))).toEqual([])
  return addresses.flatMap((address) => lists.map((list) => address + list))
}

async function expectAbsent(viewer: Person, about: Person, hidden: Person) {
  // The own names and the sought ones are echoed.
  const texts = new RegExp(
    `${hidden.marker} (?:person|bio|comment)|of ${hidden.marker}|${hidden.id}`,
  )
  for await (const [what, text] of responsesTo(viewer, about)) {
    // The lists of the owner's mutes and blocks are the exception.
    if (/"(?:mutedUsers|blockedUsers)":/.test(text) || /\/api\/(?:mutes|blocks)/.test(what))
      continue
    // Feed files are the same for everyone.
    if (/\/feed\.(?:atom|json)/.test(what)) continue
    expect(texts.exec(text)?.[0], what).toBeUndefined()
    if (about !== hidden) expect(text, what).not.toContain(hidden.publicId)
  }
}

/** Lists of people keep who is muted, so that only what they wrote is sought. */
async function expectNothingWritten(viewer: Person, about: Person, muted: Person) {
  const texts = new RegExp(`${muted.marker} comment|of ${muted.marker}`)
  for await (const [what, text] of responsesTo(viewer, about)) {
    // A muted person's share is read by its id.
    if (/\/feed\.(?:atom|json)/.test(what) || what === SHARE) continue
    expect(texts.exec(text)?.[0], what).toBeUndefined()
  }
}

test('everything shows both before, and the numbers stay the same', async () => {
  for (const [, person] of HIDE) {
    const seen = new Set<string>()
    for await (const [what, text] of responsesTo(reader, friend))
      if (new RegExp(`${person.marker} person|of ${person.marker}`).test(text)) seen.add(what)
    const lists = ['/', '/api/posts', '/api/feed/following', '/api/search/users?q=person']
    for (const what of [...lists, SHARE]) expect([...seen], person.marker).toContain(what)
    expect(seen.size, person.marker).toBeGreaterThan(15)
  }
  for (const [mutation, person] of HIDE)
    expect(await change(reader.browser, mutation, person.publicId)).toContain('"userErrors":[]')
  const { elsewhere } = reader
  const post = await elsewhere.fetch(`/api/posts/${postOf(friend).publicId}`)
  expect(await post.json()).toMatchObject({ likesCount: 3, sharesCount: 3, repliesCount: 3 })
  const user = await elsewhere.fetch(`/api/users/${friend.username}`)
  expect(await user.json()).toMatchObject({ followersCount: 4, followingCount: 3 })
})

test('attack 21, attack 25: a blocked person is nowhere, for both, through either worker', async () => {
  for (const about of [friend, reader, blocked]) await expectAbsent(reader, about, blocked)
  for (const about of [friend, blocked, reader]) await expectAbsent(blocked, about, reader)
})

test('attack 25: what a muted person wrote is in no feed, search or thread', async () => {
  for (const about of [friend, reader]) await expectNothingWritten(reader, about, muted)
  const people = await reader.browser.fetch('/api/search/users?q=person')
  expect(await people.text()).toContain('muted person')
  const profile = await reader.browser.fetch(`/api/users/${muted.username}/posts`)
  expect(await profile.text()).toContain('of muted')
  const feed = await muted.browser.fetch('/api/posts')
  expect(await feed.text()).toContain('of reader')
})

test('attack 25: a hidden post is nowhere, for anyone', async () => {
  const own = await database.post.findMany({ where: { authorId: moderated.id } })
  for (const { id } of own) expect(await setHidden(services, id, true)).toBe(true)
  for (const viewer of [reader, moderated, friend])
    for await (const [what, text] of responsesTo(viewer, moderated))
      expect(text, what).not.toContain('of moderated')
})

test('anonymous visitors and others see what they saw', async () => {
  for (const browser of [server.browser(), otherServer.browser(), friend.browser]) {
    const feed = await (await browser.fetch('/api/posts')).text()
    for (const [, { marker }] of HIDE) expect(feed).toContain(`of ${marker}`)
  }
})

test('attack 25: the export leaves out what a block hides', async () => {
  const [blocker, past] = [await aPerson('blocker'), await aPerson('past')]
  await change(reader.browser, 'muteUser', blocker.publicId)
  await change(blocker.browser, 'blockUser', reader.publicId)
  const ended = { muterId: reader.id, mutedId: past.id, until: new Date(Date.now() - 1_000) }
  await database.mute.create({ data: { id: ids.next(), ...ended } })
  const response = await reader.browser.fetch('/api/auth/export')
  const { unzipSync } = await import('fflate')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const data = JSON.parse(Buffer.from(files['data.json'] ?? []).toString())
  const lists = JSON.stringify([data.likes, data.shares, data.follows])
  expect(lists).not.toContain(blocked.username)
  expect(lists).toContain(muted.username)
  expect(data.blocks).toMatchObject([{ username: blocked.username }])
  expect(data.mutes).toMatchObject([{ userId: muted.publicId, username: muted.username }])
  const listed = await (await reader.browser.fetch('/api/mutes')).json()
  expect(listed).toMatchObject([{ id: muted.publicId }])
})

test('canSee and the database agree, mutes with an end included', async () => {
  const people = [friend, blocked, muted, reader]
  const until = new Date(Date.now() - 1_000)
  await database.mute.create({
    data: { id: ids.next(), muterId: friend.id, mutedId: muted.id, until },
  })
  for (const { id } of people) {
    const { visibilityVersion } = await database.user.findUniqueOrThrow({ where: { id } })
    const hidden = await services.hiddenUsers({
      ...{ id, isDemo: false, needsUsername: false, role: 'MEMBER', suspension: null },
      visibilityVersion,
    })
    const rows = await database.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT "authorId" AS "id" FROM listed_posts(${id}::uuid)`
    const listed = new Set(rows.map((row) => row.id))
    for (const other of people) expect(canSee(hidden, other.id)).toBe(listed.has(other.id))
  }
})

test('the feed shows everything again after the end of a block', async () => {
  await change(reader.browser, 'unblockUser', blocked.publicId)
  for (const browser of [reader.browser, reader.elsewhere])
    expect(await (await browser.fetch('/api/posts')).text()).toContain('of blocked')
  for (const browser of [blocked.browser, blocked.elsewhere])
    expect(await (await browser.fetch('/api/posts')).text()).toContain('of reader')
})
