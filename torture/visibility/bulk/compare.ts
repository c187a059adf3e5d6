import { uuids } from '#api/database/list.ts'
import { canSee } from '#api/features/visibility/can-see.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { aViewer } from '#api/test/people/a-viewer.ts'
import { compareIds } from '../reads.ts'
import type { Person, World } from '../world.ts'
import type { BulkServices } from './services.ts'

interface Lists {
  visiblePosts: string[]
  listedPosts: string[]
  visibleUsers: string[]
  listedUsers: string[]
  following: string[]
}

/** Compares the stored rows, and what each reader sees of all, with the model. */
export async function problemsOf(world: World, services: BulkServices): Promise<string[]> {
  return [
    ...(await comparePosts(world, services)),
    ...(await comparePeople(world, services)),
    ...(await compareLists(world, services)),
  ]
}

async function comparePosts({ posts }: World, { database }: BulkServices): Promise<string[]> {
  const rows = await database.rows<{ id: string; likers: string[]; sharers: string[] } & Counts>`
    SELECT p."id", p."likesCount", p."sharesCount",
      ARRAY(SELECT l."userId" FROM "Like" l WHERE l."postId" = p."id")::text[] AS "likers",
      ARRAY(SELECT e."actorId" FROM "FeedEvent" e
        WHERE e."postId" = p."id" AND e."kind" = 'SHARE')::text[] AS "sharers"
    FROM "Post" p`
  const found = new Map(rows.map((row) => [row.id, row]))
  const problems = [compareIds([...found.keys()], posts)]
  for (const { id, likers, sharers } of posts) {
    const row = found.get(id)
    problems.push(row && compareIds(row.likers, [...likers]))
    problems.push(row && compareIds(row.sharers, [...sharers]))
    if (row?.likesCount !== likers.size || row.sharesCount !== sharers.size)
      problems.push(`${id} has wrong counts`)
  }
  return problems.filter((problem) => problem !== undefined)
}

interface Counts {
  likesCount: number
  sharesCount: number
}

interface PersonRow {
  id: string
  visibilityVersion: number
  isSuspended: boolean
  followingCount: number
  followees: string[]
}

/** Compares follows, suspensions and the cached sets of hidden people with the model. */
export async function comparePeople(world: World, services: BulkServices): Promise<string[]> {
  const rows = await services.database.rows<PersonRow>`
    SELECT u."id", u."visibilityVersion", u."suspendedAt" IS NOT NULL AS "isSuspended",
      u."followingCount", ARRAY(
        SELECT f."followeeId" FROM "Follow" f WHERE f."followerId" = u."id")::text[] AS "followees"
    FROM "User" u`
  const found = new Map(rows.map((row) => [row.id, row]))
  const problems = await Promise.all(
    world.people.map(async (person) => {
      const row = found.get(person.id)
      if (!row) return `${person.username} is missing`
      if (row.isSuspended !== person.suspensions.size > 0) return 'the suspension is wrong'
      if (row.followingCount !== person.followees.size) return 'the number of followees is wrong'
      const difference = compareIds(row.followees, [...person.followees])
      if (difference) return `${person.username}, follows: ${difference}`
      return compareHidden(world, services, person, row.visibilityVersion)
    }),
  )
  return problems.filter((problem) => problem !== undefined)
}

/** The set that the product caches by the version. */
async function compareHidden(
  world: World,
  { hiddenUsers }: BulkServices,
  person: Person,
  visibilityVersion: number,
): Promise<string | undefined> {
  const hidden = await hiddenUsers(aViewer({ id: person.id, visibilityVersion }))
  const wrong = world.people.find(
    (other) => canSee(hidden, other.id) !== world.lists(person, other),
  )
  if (!wrong) return undefined
  const verdict = world.lists(person, wrong) ? 'lost' : 'leaked'
  return `${person.username}, hidden people: ${verdict}: ${wrong.username}`
}

async function compareLists(world: World, { database }: BulkServices): Promise<string[]> {
  const viewers = [null, ...world.people]
  const rows = await database.rows<Lists>`
    SELECT
      ARRAY(SELECT p."id" FROM visible_posts(v."id") p)::text[] AS "visiblePosts",
      ARRAY(SELECT p."id" FROM listed_posts(v."id") p)::text[] AS "listedPosts",
      ARRAY(SELECT u."id" FROM visible_users(v."id") u)::text[] AS "visibleUsers",
      ARRAY(SELECT u."id" FROM "User" u WHERE v."id" IS NULL OR NOT EXISTS (
        SELECT FROM hides_between(v."id", u."id") OFFSET 0))::text[] AS "listedUsers",
      ARRAY(SELECT f."postId" FROM following_feed(v."id", ${MAX_UUID}::uuid, ${MAX_UUID}::uuid,
        ${NIL_UUID}::uuid, false, 1000) f)::text[] AS "following"
    FROM unnest(${uuids(viewers.map((viewer) => viewer?.id ?? null))})
      WITH ORDINALITY v("id", "index") ORDER BY v."index"`
  return viewers.flatMap((viewer, index) => {
    const seen = rows[index]
    if (!seen) return ['a reader is missing']
    const expected = expectedLists(world, viewer)
    return Object.entries(expected).flatMap(([name, list]) => {
      const difference = compareIds(seen[name as keyof Lists], list)
      return difference ? [`${viewer?.username ?? 'a visitor'}, ${name}: ${difference}`] : []
    })
  })
}

function expectedLists(world: World, viewer: Person | null) {
  const people = [...world.people, world.moderator]
  const listedPosts = world.listedPosts(viewer)
  return {
    visiblePosts: world.posts.filter((post) => world.canSee(viewer, post)),
    listedPosts,
    visibleUsers: people.filter((person) => world.canSeePerson(viewer, person)),
    listedUsers: world.listedPeople(viewer, people),
    following: viewer
      ? listedPosts.filter((post) => world.reasonsToFollow(viewer, post).length > 0)
      : [],
  }
}
