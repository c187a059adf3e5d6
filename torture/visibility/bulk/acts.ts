import { uuids } from '#api/database/list.ts'
import { followWrites } from '#api/features/follow/follow.write.ts'
import { likeWrites } from '#api/features/like/like.write.ts'
import { postWrites } from '#api/features/post/post.insert.ts'
import { deleteShare, insertShare } from '#api/features/share/share.write.ts'
import { timeOf } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import { newPost, type Person, type Post, type World } from '../world.ts'
import { judge, takeBack } from './decisions.ts'
import { randomPairs } from './pairs.ts'
import type { BulkServices } from './services.ts'
import type { Situation } from './situation.ts'

const MAX_POSTS = 100

/** Acts of one kind, in as few statements as the product needs. @returns how many they were */
export type Acts = (situation: Situation, count: number) => Promise<number>

async function createPosts({ world, services, random }: Situation, count: number) {
  const { database, ids } = services
  const posts = Array.from({ length: Math.min(count, MAX_POSTS - world.posts.length) }, () =>
    newPost(ids.next(), random.pick(world.people)),
  )
  const nothing = { imageUrl: null, imageAlt: null, videoUrl: null, mediaId: null }
  await Promise.all(
    posts.map(({ id, author }) => {
      const content = `A post of ${author.username}`
      const post = {
        ...{ id, authorId: author.id, content, ...nothing, mediaType: 'TEXT' as const },
        ...{ threadRootId: null, inReplyToId: null, createdAt: timeOf(id) },
      }
      return postWrites(database).insert({ post, search: searchText(content), key: null })
    }),
  )
  world.posts.push(...posts)
  return posts.length
}

async function deletePosts({ world, services, random }: Situation, count: number) {
  const posts = new Set(
    Array.from({ length: Math.min(count, world.posts.length) }, () => random.pick(world.posts)),
  )
  const ids = [...posts].map(({ id }) => id)
  await services.database.post.deleteMany({ where: { id: { in: ids } } })
  for (const post of posts) world.deletePost(post)
  return posts.size
}

interface OnPost {
  send(services: BulkServices, actor: Person, post: Post): Promise<unknown>
  change(post: Post, actor: Person): void
}

const like: OnPost = {
  send: ({ database }, actor, post) =>
    likeWrites(database).like({ userId: actor.id, postId: post.id }),
  change: ({ likers }, actor) => likers.add(actor),
}

const unlike: OnPost = {
  send: ({ database }, actor, post) =>
    likeWrites(database).unlike({ userId: actor.id, postId: post.id }),
  change: ({ likers }, actor) => likers.delete(actor),
}

const share: OnPost = {
  send: ({ database, ids }, actor, post) =>
    insertShare(database, {
      ...{ id: ids.next(), actorId: actor.id, postId: post.id, comment: null },
    }),
  change: ({ sharers }, actor) => sharers.add(actor),
}

const unshare: OnPost = {
  send: ({ database, ids }, actor, post) =>
    deleteShare(database, { undoneId: ids.next(), actorId: actor.id, postId: post.id }),
  change: ({ sharers }, actor) => sharers.delete(actor),
}

/** The statements leave out posts that the actor cannot see, and so does the model. */
const onPosts =
  ({ send, change }: OnPost): Acts =>
  async ({ world, services, random }, count) => {
    const pairs = randomPairs(random, count, [world.people, world.posts])
    await Promise.all(pairs.map(([actor, post]) => send(services, actor, post)))
    for (const [actor, post] of pairs) if (world.canSee(actor, post)) change(post, actor)
    return pairs.length
  }

type Couple = readonly [actor: Person, other: Person]

/** Acts of one person each that are about another one. */
const onCouples =
  (
    send: (services: BulkServices, couples: readonly Couple[]) => Promise<unknown>,
    change: (couple: Couple, world: World) => void,
  ): Acts =>
  async ({ world, services, random }, count) => {
    const couples = randomPairs(random, count, [world.people, world.people])
    await send(services, couples)
    for (const couple of couples) change(couple, world)
    return couples.length
  }

const follow = onCouples(
  ({ database, ids }, couples) =>
    Promise.all(
      couples.map(([follower, followee]) =>
        followWrites(database).follow({
          ...{ id: ids.next(), followerId: follower.id, followeeId: followee.id },
        }),
      ),
    ),
  ([follower, followee], world) => {
    if (world.canSeePerson(follower, followee)) follower.followees.add(followee)
  },
)

const unfollow = onCouples(
  ({ database }, couples) =>
    Promise.all(
      couples.map(([follower, followee]) =>
        followWrites(database).unfollow({ followerId: follower.id, followeeId: followee.id }),
      ),
    ),
  ([follower, followee]) => follower.followees.delete(followee),
)

const mute = onCouples(
  ({ database, ids }, couples) =>
    database.mute.createMany({
      data: couples.map(([muter, muted]) => ({
        ...{ id: ids.next(), muterId: muter.id, mutedId: muted.id },
      })),
      skipDuplicates: true,
    }),
  ([muter, muted]) => muter.muted.add(muted),
)

const unmute = onCouples(
  ({ database }, couples) => database.rows`
    DELETE FROM "Mute" m USING unnest(${idsOf(couples, 0)}, ${idsOf(couples, 1)}) k("muter", "muted")
    WHERE m."muterId" = k."muter" AND m."mutedId" = k."muted"`,
  ([muter, muted]) => muter.muted.delete(muted),
)

const block = onCouples(
  ({ database, ids }, couples) =>
    database.block.createMany({
      data: couples.map(([blocker, blocked]) => ({
        ...{ id: ids.next(), blockerId: blocker.id, blockedId: blocked.id },
      })),
      skipDuplicates: true,
    }),
  ([blocker, blocked], world) => world.block(blocker, blocked),
)

async function unblock({ world, services, random }: Situation, count: number) {
  const blocks = world.people.flatMap((blocker) =>
    [...blocker.blocked].map((blocked): [Person, Person] => [blocker, blocked]),
  )
  const pairs = blocks.filter(() => random.chance(count / blocks.length))
  await services.database.rows`
    DELETE FROM "Block" b
    USING unnest(${idsOf(pairs, 0)}, ${idsOf(pairs, 1)}) k("blocker", "blocked")
    WHERE b."blockerId" = k."blocker" AND b."blockedId" = k."blocked"`
  for (const [blocker, blocked] of pairs) blocker.blocked.delete(blocked)
  return pairs.length
}

function idsOf(couples: readonly Couple[], index: 0 | 1) {
  return uuids(couples.map((couple) => couple[index].id))
}

/** `most`: how many acts of the kind follow each other. */
export const kinds: Record<string, { weight: number; most: number; act: Acts }> = {
  post: { weight: 6, most: 60, act: createPosts },
  'delete posts': { weight: 4, most: 40, act: deletePosts },
  like: { weight: 3, most: 200, act: onPosts(like) },
  unlike: { weight: 2, most: 200, act: onPosts(unlike) },
  share: { weight: 3, most: 64, act: onPosts(share) },
  unshare: { weight: 2, most: 64, act: onPosts(unshare) },
  follow: { weight: 8, most: 200, act: follow },
  unfollow: { weight: 4, most: 100, act: unfollow },
  mute: { weight: 4, most: 100, act: mute },
  unmute: { weight: 4, most: 100, act: unmute },
  block: { weight: 6, most: 60, act: block },
  unblock: { weight: 6, most: 60, act: unblock },
  judge: { weight: 2, most: 4, act: judge },
  'take decisions back': { weight: 2, most: 4, act: takeBack },
}
