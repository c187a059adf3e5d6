import type { TestBrowser } from '#api/test/people/browser.ts'
import type { Random } from '#demo/random.ts'
import { mutate } from './mutate.ts'
import { type Browsers, browserFor } from './people.ts'
import { type Decision, newPost, type Person, type Post, type World } from './world.ts'

/** Keep lists shorter than a page. */
const MAX_POSTS = 60
const MAX_REPLIES = 60
const RULE = 'be-kind'

interface Situation {
  world: World
  actor: Person
  random: Random
  /** A person's browser, for one of the servers. */
  browserOf(person: Person): TestBrowser
}
/** Throws an error when a response is not what the model says. */
type Act = (situation: Situation) => Promise<void>

const acts: Record<string, { weight: number; act: Act }> = {
  post: { weight: 10, act: createPost },
  'delete a post': { weight: 7, act: deletePost },
  reply: { weight: 8, act: createReply },
  'delete a reply': { weight: 4, act: deleteReply },
  like: { weight: 5, act: onPost('POST', '/like', ({ likers }, actor) => likers.add(actor)) },
  unlike: {
    weight: 2,
    act: onPost('DELETE', '/like', ({ likers }, actor) => likers.delete(actor)),
  },
  share: { weight: 6, act: onPost('PUT', '/share', ({ sharers }, actor) => sharers.add(actor)) },
  unshare: {
    weight: 3,
    act: onPost('DELETE', '/share', ({ sharers }, actor) => sharers.delete(actor)),
  },
  follow: {
    weight: 10,
    act: onPerson('PUT', 'follow', (actor, other) => actor.followees.add(other)),
  },
  unfollow: {
    weight: 4,
    act: onPerson('DELETE', 'follow', (actor, other) => actor.followees.delete(other)),
  },
  mute: { weight: 5, act: onPerson('PUT', 'mute', (actor, other) => actor.muted.add(other)) },
  unmute: {
    weight: 4,
    act: onPerson('DELETE', 'mute', (actor, other) => actor.muted.delete(other)),
  },
  block: {
    weight: 5,
    act: onPerson('PUT', 'block', (actor, other, world) => world.block(actor, other)),
  },
  unblock: { weight: 5, act: unblock },
  report: { weight: 4, act: report },
  judge: { weight: 4, act: judge },
  'take a decision back': { weight: 4, act: takeBack },
}
const names = Object.entries(acts).flatMap(([name, { weight }]) => Array<string>(weight).fill(name))

interface Acted {
  /** For the description of a problem. */
  what: string
  /** Who sent the request: the author of what is deleted, the moderator who decides. */
  sender: Person
}

export async function actAtRandom(
  world: World,
  browsers: Browsers,
  random: Random,
  counts: Map<string, number>,
): Promise<Acted> {
  const chosen = random.pick(names)
  const isFull = {
    post: world.posts.length >= MAX_POSTS,
    reply: world.replies.length >= MAX_REPLIES,
  }
  const name = isFull[chosen as keyof typeof isFull] ? `delete a ${chosen}` : chosen
  const actor = random.pick(world.people)
  const server = random.pick([0, 1] as const)
  let sender = actor
  const browserOf = (person: Person) => {
    sender = person
    return browserFor(browsers, person, server)
  }
  const describe = () => `${sender.username}: ${name}, through server ${server + 1}`
  try {
    await acts[name]?.act({ world, actor, browserOf, random })
  } catch (error) {
    throw new Error(`After ${describe()}: ${(error as Error).message}`, { cause: error })
  }
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return { what: describe(), sender }
}

async function createPost({ world, actor, browserOf, random }: Situation): Promise<void> {
  const json = { content: `${world.word} ${random.whole(0, 1e9)}` }
  const response = await browserOf(actor).fetch('/api/posts', { json })
  await expectStatus(response, actor.suspensions.size > 0 ? 403 : 201)
  if (response.status !== 201) return
  const { id } = (await response.json()) as { id: string }
  world.posts.push(newPost(id, actor))
}

/** Answers a post, or a reply in its thread. */
async function createReply({ world, actor, browserOf, random }: Situation): Promise<void> {
  const answered = pickFrom(world.postsAndReplies, random)
  if (!answered) return
  const thread = answered.thread ?? answered
  const json = { content: `${world.word} ${random.whole(0, 1e9)}`, inReplyToId: answered.id }
  const response = await browserOf(actor).fetch('/api/posts', { json })
  const isVisible = world.canSee(actor, answered) && world.canSee(actor, thread)
  await expectStatus(response, actor.suspensions.size > 0 ? 403 : isVisible ? 201 : 404)
  if (response.status !== 201) return
  const { id } = (await response.json()) as { id: string }
  world.replies.push(newPost(id, actor, thread))
}

async function deletePost(situation: Situation): Promise<void> {
  await deleteByAuthor(situation, pickFrom(situation.world.posts, situation.random))
}

async function deleteReply(situation: Situation): Promise<void> {
  await deleteByAuthor(situation, pickFrom(situation.world.replies, situation.random))
}

async function deleteByAuthor({ world, browserOf }: Situation, post?: Post): Promise<void> {
  if (!post) return
  const { author } = post
  const path = `/api/posts/${post.id}`
  const response = await browserOf(author).fetch(path, { method: 'DELETE' })
  await expectStatus(response, post.hiddenBy.size > 0 ? 404 : 204)
  if (response.status === 204) world.deletePost(post)
}

function onPost(method: string, path: string, change: (post: Post, actor: Person) => void): Act {
  return async ({ world, actor, browserOf, random }) => {
    // Replies cannot be shared.
    const post = pickFrom(path === '/like' ? world.postsAndReplies : world.posts, random)
    if (!post) return
    const response = await browserOf(actor).fetch(`/api/posts/${post.id}${path}`, { method })
    await expectStatus(response, expectedStatus(actor, method, world.canSee(actor, post)))
    if (response.ok) change(post, actor)
  }
}

function onPerson(
  method: string,
  path: string,
  change: (actor: Person, other: Person, world: World) => void,
): Act {
  return async ({ world, actor, browserOf, random }) => {
    const other = pickOther(world, actor, random)
    const request = { method, ...(path === 'mute' && method === 'PUT' && { json: {} }) }
    const response = await browserOf(actor).fetch(`/api/users/${other.id}/${path}`, request)
    // A block of somebody whom one has blocked already changes nothing.
    const isVisible =
      path === 'block' ? !other.blocked.has(actor) : world.canSeePerson(actor, other)
    await expectStatus(response, expectedStatus(actor, method, isVisible))
    if (response.ok) change(actor, other, world)
  }
}

async function unblock({ actor, browserOf, random }: Situation): Promise<void> {
  if (actor.blocked.size === 0) return
  const other = random.pick([...actor.blocked])
  const path = `/api/users/${other.id}/block`
  await expectStatus(await browserOf(actor).fetch(path, { method: 'DELETE' }), 200)
  actor.blocked.delete(other)
}

async function report({ world, actor, browserOf, random }: Situation): Promise<void> {
  const post = pickFrom(world.postsAndReplies, random)
  if (!post || post.author === actor) return
  const json = { subjectId: post.id, reason: 'HOSTILE' }
  const response = await browserOf(actor).fetch('/api/reports', { json })
  // People may report whom they blocked.
  const isVisible = post.hiddenBy.size === 0 && !post.author.blocked.has(actor)
  await expectStatus(response, actor.suspensions.size > 0 ? 403 : isVisible ? 201 : 404)
  if (!response.ok) return
  const { id } = (await response.json()) as { id: string }
  if (!world.openReports.some((each) => each.id === id)) world.openReports.push({ id, post })
}

async function judge({ world, browserOf, random }: Situation): Promise<void> {
  const [oldest] = world.openReports
  if (!oldest) return
  const { post } = oldest
  const action = random.pick(['NONE', 'HIDE', 'SUSPEND'])
  const hidePosts = action === 'SUSPEND' && random.chance(0.5)
  const input = {
    ...{ reportId: oldest.id, action, hidePosts },
    rule: action === 'NONE' ? null : RULE,
    ...(action === 'SUSPEND' && { suspendDays: random.pick([null, 7]) }),
  }
  const { decision } = await mutate<{ decision: { id: string } }>(
    browserOf(world.moderator),
    'resolveReport',
    input,
    ['report', '{ decision { id } }'],
  )
  const made: Decision = {
    id: decision.id,
    author: post.author,
    isSuspension: action === 'SUSPEND',
  }
  if (action === 'NONE') world.openReports = world.openReports.filter((each) => each.post !== post)
  else world.decide(post, made, hidePosts)
}

async function takeBack({ world, browserOf, random }: Situation): Promise<void> {
  if (world.decisions.length === 0) return
  const decision = random.pick(world.decisions)
  const input = { eventId: decision.id }
  await mutate(browserOf(world.moderator), 'reverseDecision', input, ['event', '{ id }'])
  world.takeBack(decision)
}

function pickFrom(posts: readonly Post[], random: Random): Post | undefined {
  return posts.length > 0 ? random.pick(posts) : undefined
}

function pickOther({ people }: World, actor: Person, random: Random): Person {
  return random.pick(people.filter((person) => person !== actor))
}

/** A suspended account may take back what it did. */
function expectedStatus(actor: Person, method: string, isVisible: boolean): number {
  if (actor.suspensions.size > 0 && method !== 'DELETE') return 403
  return isVisible ? 200 : 404
}

async function expectStatus(response: Response, expected: number): Promise<void> {
  if (response.status === expected) return
  throw new Error(
    `the status is ${response.status} instead of ${expected}: ${await response.text()}`,
  )
}
