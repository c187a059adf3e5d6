import { expectEqual, sorted } from './expect.ts'
import type { Model } from './model.ts'
import { type ModelUser, type ReadPost, readPosts } from './users.ts'

/**
 * Compares the feed of each user with the model between commands, and resolves unknown names and
 * likes.
 */
export async function compareFeeds(model: Model, users: readonly ModelUser[]): Promise<void> {
  const feeds = await Promise.all(
    users.map(({ observer }) => readPosts(observer, '/api/posts?limit=100')),
  )
  for (const user of users) {
    const { displayName } = (await (
      await user.observer.fetch(`/api/users/${user.account.id}`)
    ).json()) as { displayName: string }
    if (!user.possibleNames.includes(displayName))
      throw new Error(`The name ${displayName} is none of ${user.possibleNames.join(', ')}.`)
    user.possibleNames = [displayName]
  }
  for (const post of model.existingPosts) {
    for (const [reaction, isSet] of [
      ['likers', (user: number) => find(feeds[user], post.id)?.isLiked],
      ['sharers', (user: number) => find(feeds[user], post.id)?.isShared],
    ] as const)
      for (const [user, state] of [...post[reaction]]) {
        if (state === 'yes') continue
        if (isSet(user)) post[reaction].set(user, 'yes')
        else post[reaction].delete(user)
      }
  }
  for (const [user, posts] of feeds.entries()) {
    const expected = model.existingPosts.map(({ id, author, content, likers, sharers }) => ({
      id,
      content,
      author: users[author]?.possibleNames[0],
      likes: likers.size,
      isLiked: likers.has(user),
      shares: sharers.size,
      isShared: sharers.has(user),
    }))
    const actual = posts
      .filter(({ content }) => content.startsWith(`${model.word} `))
      .map(toComparable)
    expectEqual(`The feed of user ${user}`, sorted(actual), sorted(expected))
    expectEqual(
      'The order of the feed',
      actual,
      [...actual].sort((a, b) => (a.id < b.id ? 1 : -1)),
    )
  }
}

/** Compares search results and profiles with the model. */
export async function compareLists(model: Model, users: readonly ModelUser[]): Promise<void> {
  const [first] = users
  const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)
  if (first && model.posts.length > 0)
    expectEqual(
      'The search result',
      idsOf(sorted(await readPosts(first.observer, `/api/search?limit=100&q=${model.word}`))),
      idsOf(sorted(model.existingPosts)),
    )
  for (const [user, { account, observer }] of users.entries()) {
    const posts = await readPosts(observer, `/api/users/${account.username}/posts?limit=100`)
    const own = posts.filter(({ content }) => content.startsWith(`${model.word} `))
    expectEqual(
      `The profile of user ${user}`,
      idsOf(sorted(own)),
      idsOf(sorted(model.existingPosts.filter(({ author }) => author === user))),
    )
  }
}

const find = (posts: readonly ReadPost[] | undefined, id: string) =>
  posts?.find((post) => post.id === id)
const toComparable = (post: ReadPost) => ({
  id: post.id,
  content: post.content,
  author: post.author.displayName,
  likes: post.likesCount,
  isLiked: post.isLiked,
  shares: post.sharesCount,
  isShared: post.isShared,
})
