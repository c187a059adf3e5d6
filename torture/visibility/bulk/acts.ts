import { uuids } from '#api/database/list.ts'
import { followWrites } from '#api/features/follow/follow.write.ts'
import { likeWrites } from '#api/features/like/like.write.ts'
import { postWrites } from '#api/features/post/post.insert.ts'
import { deleteShare, insertShare } from '#api/features/share/share.write.ts'
import { timeOf } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import type { Person, Post } from '../world.ts'
import { judge, takeBack } from './decisions.ts'
import { randomPairs } from './pairs.ts'
import type { BulkServices } from './services.ts'
import type { Situation } from './situation.ts'

const MAX_POSTS = 100

/** Acts of one kind, in as few statements as the product needs. @returns how many they were */
export type Acts = (situation: Situation, count: number) => Promise<number>

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

async function createPosts({ world, services, random }: Situation, count: number) {
  const { database, ids } = services
  const posts = Array.from(
    { length: Math.min(count, MAX_POSTS - world.posts.length) },
    (): Post => ({
      ...{ id: ids.next(), author: random.pick(world.people) },
      ...{ likers: new Set(), sharers: new Set(), hiddenBy: new Set() },
    }),
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

function like(): OnPost {
  return {
    send: ({ database }, actor, post) =>
      likeWrites(database).like({ userId: actor.id, postId: post.id }),
    change: ({ likers }, actor) => likers.add(actor),
  }
}

function unlike(): OnPost {
  return {
    send: ({ database }, actor, post) =>
      likeWrites(database).unlike({ userId: actor.id, postId: post.id }),
    change: ({ likers }, actor) => likers.delete(actor),
  }
}

function share(): OnPost {
  return {
    send: ({ database, ids }, actor, post) =>
      insertShare(database, {
        ...{ id: ids.next(), actorId: actor.id, postId: post.id, comment: null },
      }),
    change: ({ sharers }, actor) => sharers.add(actor),
  }
}

function unshare(): OnPost {
  return {
    send: ({ database, ids }, actor, post) =>
      deleteShare(database, { undoneId: ids.next(), actorId: actor.id, postId: post.id }),
    change: ({ sharers }, actor) => sharers.delete(actor),
  }
}

/** The statements leave out posts that the actor cannot see, and so does the model. */
function onPosts(make: () => OnPost): Acts {
  const { send, change } = make()
  return async ({ world, services, random }, count) => {
    const pairs = randomPairs(random, count, [world.people, world.posts])
    await Promise.all(pairs.map(([actor, post]) => send(services, actor, post)))
    for (const [actor, post] of pairs) if (world.canSee(actor, post)) change(post, actor)
    return pairs.length
  }
}

const couples = ({ world, random }: Situation, count: number) =>
  randomPairs(random, count, [world.people, world.people])

async function follow(situation: Situation, count: number) {
  const { world, services } = situation
  const pairs = couples(situation, count)
  await Promise.all(
    pairs.map(([follower, followee]) =>
      followWrites(services.database).follow({
        ...{ id: services.ids.next(), followerId: follower.id, followeeId: followee.id },
      }),
    ),
  )
  for (const [follower, followee] of pairs)
    if (world.canSeePerson(follower, followee)) follower.followees.add(followee)
  return pairs.length
}

async function unfollow(situation: Situation, count: number) {
  const pairs = couples(situation, count)
  const { unfollow: send } = followWrites(situation.services.database)
  await Promise.all(
    pairs.map(([follower, followee]) => send({ followerId: follower.id, followeeId: followee.id })),
  )
  for (const [follower, followee] of pairs) follower.followees.delete(followee)
  return pairs.length
}

async function mute(situation: Situation, count: number) {
  const { ids, database } = situation.services
  const pairs = couples(situation, count)
  const data = pairs.map(([muter, muted]) => ({
    ...{ id: ids.next(), muterId: muter.id, mutedId: muted.id },
  }))
  await database.mute.createMany({ data, skipDuplicates: true })
  for (const [muter, muted] of pairs) muter.muted.add(muted)
  return pairs.length
}

async function unmute(situation: Situation, count: number) {
  const pairs = couples(situation, count)
  await situation.services.database.rows`
    DELETE FROM "Mute" m USING unnest(${idsOf(pairs, 0)}, ${idsOf(pairs, 1)}) k("muter", "muted")
    WHERE m."muterId" = k."muter" AND m."mutedId" = k."muted"`
  for (const [muter, muted] of pairs) muter.muted.delete(muted)
  return pairs.length
}

async function block(situation: Situation, count: number) {
  const { world, services } = situation
  const pairs = couples(situation, count)
  const data = pairs.map(([blocker, blocked]) => ({
    ...{ id: services.ids.next(), blockerId: blocker.id, blockedId: blocked.id },
  }))
  await services.database.block.createMany({ data, skipDuplicates: true })
  for (const [blocker, blocked] of pairs) world.block(blocker, blocked)
  return pairs.length
}

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

const idsOf = (pairs: readonly (readonly [Person, Person])[], index: 0 | 1) =>
  uuids(pairs.map((pair) => pair[index].id))
