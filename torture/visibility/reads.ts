import type { TestBrowser } from '#api/test/people/browser.ts'
import type { Random } from '#demo/random.ts'
import type { Person, Post, World } from './world.ts'

/** A reader of one of the servers. */
export interface Reader {
  /** null for an anonymous visitor. */
  viewer: Person | null
  browser: TestBrowser
}

/** What a response has to contain. */
export type Expected =
  /** `isPrefix`: the list may end with a full page, and other worlds have posts in it. */
  | { kind: 'posts'; posts: Post[]; isPrefix?: boolean }
  | { kind: 'people'; people: Person[] }
  | { kind: 'found'; isFound: boolean }

export interface Read {
  path: string
  query?: string
  /** Whether every reader gets what an anonymous visitor gets. */
  isPublic?: boolean
  /** Computed anew for each attempt. */
  expected(): Expected
}

interface ReadPost {
  id: string
  likesCount: number
  sharesCount: number
  share?: { actor: { id: string } } | null
}

const FEED = '{ feed(first: 20) { nodes { id likesCount sharesCount author { id } } } }'
const found = (isFound: boolean): Expected => ({ kind: 'found', isFound })
const NOT_FOUND = found(false)

type MakeRead = (world: World, viewer: Person | null, random: Random) => Read | undefined

const feeds: MakeRead[] = [
  (world, viewer) => ({
    path: '/api/posts?limit=20',
    expected: () => ({ kind: 'posts', posts: world.listedPosts(viewer), isPrefix: true }),
  }),
  // The text is always the same, so the server answers it from its response cache.
  (world, viewer) => ({
    path: '/graphql',
    query: FEED,
    expected: () => ({ kind: 'posts', posts: world.listedPosts(viewer), isPrefix: true }),
  }),
  // Only checked for what the viewer must not see: feed files have no counts.
  () => ({ path: '/feed.json', isPublic: true, expected: () => found(true) }),
  (world, viewer) =>
    viewer
      ? {
          path: '/api/feed/following?limit=100',
          expected: () => ({
            kind: 'posts',
            posts: world
              .listedPosts(viewer)
              .filter((post) => world.reasonsToFollow(viewer, post).length > 0),
          }),
        }
      : undefined,
]

const searches: MakeRead[] = [
  (world, viewer) => ({
    path: `/api/search?limit=100&q=${world.word}`,
    expected: () => ({ kind: 'posts', posts: world.listedPosts(viewer) }),
  }),
  (world, viewer) => ({
    path: `/api/search/users?limit=100&q=${world.word}`,
    expected: () => ({ kind: 'people', people: world.visiblePeople(viewer, world.people) }),
  }),
]

const aboutPeople: MakeRead[] = [
  (world, _viewer, random) => ({
    path: `/profile/${random.pick(world.people).username}/feed.atom`,
    isPublic: true,
    expected: () => found(true),
  }),
  ...['/api/users/*', '/profile/*'].map(
    (path): MakeRead =>
      (world, viewer, random) => {
        const person = random.pick(world.people)
        return {
          path: path.replace('*', person.username),
          expected: () => found(world.canSeePerson(viewer, person)),
        }
      },
  ),
  ...(['posts', 'replies'] as const).map(
    (list): MakeRead =>
      (world, viewer, random) => {
        const person = random.pick(world.people)
        const isListed = (post: Post) => post.author === person && world.canSee(viewer, post)
        return {
          path: `/api/users/${person.id}/${list}?limit=100`,
          expected: () =>
            world.canSeePerson(viewer, person)
              ? { kind: 'posts', posts: world[list].filter(isListed) }
              : NOT_FOUND,
        }
      },
  ),
  (world, viewer, random) => {
    const person = random.pick(world.people)
    return {
      path: `/api/users/${person.id}/followers?limit=100`,
      expected: () =>
        world.canSeePerson(viewer, person)
          ? {
              kind: 'people',
              people: world.visiblePeople(
                viewer,
                world.people.filter(({ followees }) => followees.has(person)),
              ),
            }
          : NOT_FOUND,
    }
  },
  (world, viewer, random) => {
    const person = random.pick(world.people)
    return {
      path: `/api/users/${person.id}/following?limit=100`,
      expected: () =>
        world.canSeePerson(viewer, person)
          ? { kind: 'people', people: world.visiblePeople(viewer, person.followees) }
          : NOT_FOUND,
    }
  },
]

const peopleOf =
  (
    list: 'likes' | 'shares',
    expectedPeople: (world: World, viewer: Person | null, post: Post) => Person[],
  ): MakeRead =>
  (world, viewer, random) => {
    const post = pickPost(world, random)
    return (
      post && {
        path: `/api/posts/${post.id}/${list}?limit=100`,
        expected: () =>
          world.posts.includes(post) && world.canSee(viewer, post)
            ? { kind: 'people', people: expectedPeople(world, viewer, post) }
            : NOT_FOUND,
      }
    )
  }

const aboutPosts: MakeRead[] = [
  (world, viewer, random) => {
    const post = pickPost(world, random)
    return (
      post && {
        path: `/api/posts/${post.id}`,
        expected: () => found(world.posts.includes(post) && world.canSee(viewer, post)),
      }
    )
  },
  (world, viewer, random) => {
    const post = pickPost(world, random)
    return (
      post && {
        path: `/api/posts/${post.id}/replies?limit=100`,
        expected: () =>
          world.posts.includes(post) && world.canSee(viewer, post)
            ? { kind: 'posts', posts: world.listedReplies(viewer, post) }
            : NOT_FOUND,
      }
    )
  },
  peopleOf('likes', (world, viewer, { likers }) => world.visiblePeople(viewer, likers)),
  // Shares are something that people write: those of the muted are left out.
  peopleOf('shares', (world, viewer, { sharers }) => world.listedPeople(viewer, sharers)),
]

/** Each group is as likely as the others. */
const groups = [feeds, feeds, searches, aboutPeople, aboutPosts]

export function randomRead(world: World, viewer: Person | null, random: Random): Read {
  const read = random.pick(random.pick(groups))(world, viewer, random)
  return read ?? randomRead(world, viewer, random)
}

/** Sometimes a deleted post. */
function pickPost({ posts, deletedPosts }: World, random: Random): Post | undefined {
  const choices = random.chance(0.1) ? deletedPosts : posts
  return choices.length > 0 ? random.pick(choices) : undefined
}

/** @returns a sentence about the first difference from the model */
export async function problemOf(
  world: World,
  { viewer, browser }: Reader,
  read: Read,
): Promise<string | undefined> {
  const { path, query, isPublic } = read
  const response = await browser.fetch(path, query ? { json: { query } } : {})
  const text = await response.text()
  const expected = read.expected()
  const isFound = expected.kind !== 'found' || expected.isFound
  if (response.status !== (isFound ? 200 : 404))
    return `${isFound ? 'lost' : 'leaked'}: the status is ${response.status}: ${text.slice(0, 300)}`
  const leak = leakIn(world, isPublic ? null : viewer, text)
  if (leak) return `leaked: ${leak}`
  if (expected.kind === 'people') return compareIds(peopleIn(text), expected.people)
  if (expected.kind === 'posts') return comparePosts(world, viewer, text, expected)
  return undefined
}

/** Searches the whole response for ids of what the viewer must not see. */
function leakIn(world: World, viewer: Person | null, text: string): string | undefined {
  const ids = new Set(text.match(/(?:post|user)_[0-9a-z]{26}/g))
  const person = world.people.find((each) => ids.has(each.id) && !world.canSeePerson(viewer, each))
  if (person) return `${person.username} is in the response`
  const post = world.postsAndReplies.find((each) => ids.has(each.id) && !world.canSee(viewer, each))
  return post && `a post by ${post.author.username} is in the response`
}

/** The ids of users, or of the actors of shares. */
function peopleIn(text: string): string[] {
  const list = JSON.parse(text) as { id: string; actor?: { id: string } }[]
  return list.map(({ id, actor }) => actor?.id ?? id)
}

/** @returns a sentence about the first difference between two lists of ids */
export function compareIds(actual: readonly string[], expected: readonly { id: string }[]) {
  const expectedIds = new Set(expected.map(({ id }) => id))
  const lost = [...expectedIds].find((id) => !actual.includes(id))
  if (lost) return `lost: ${lost} is missing`
  const extra = actual.find((id) => !expectedIds.has(id))
  if (extra) return `leaked: ${extra} is in the list`
  return new Set(actual).size === actual.length ? undefined : 'the list has an entry twice'
}

function comparePosts(
  world: World,
  viewer: Person | null,
  text: string,
  { posts, isPrefix = false }: Extract<Expected, { kind: 'posts' }>,
): string | undefined {
  const body = JSON.parse(text)
  const page: ReadPost[] = Array.isArray(body) ? body : body.data.feed.nodes
  const known = new Map(
    [...world.deletedPosts, ...world.postsAndReplies].map((post) => [post.id, post]),
  )
  const own = page.filter(({ id }) => known.has(id))
  const last = page.at(-1)?.id ?? ''
  const expected = isPrefix ? posts.filter(({ id }) => id >= last) : posts
  const difference = compareIds(
    own.map(({ id }) => id),
    expected,
  )
  if (difference) return difference
  for (const { id, likesCount, sharesCount, share } of own) {
    const post = known.get(id) as Post
    if (likesCount !== post.likers.size || sharesCount !== post.sharers.size)
      return `${id} has ${likesCount} likes and ${sharesCount} shares instead of ${post.likers.size} and ${post.sharers.size}`
    const actors = viewer && share ? world.reasonsToFollow(viewer, post) : []
    if (share && !actors.some((actor) => actor.id === share.actor.id && post.sharers.has(actor)))
      return `leaked: the share by ${share.actor.id} is in the feed`
  }
  return undefined
}
