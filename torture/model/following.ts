import { type Command, USERS } from './commands.ts'
import { expectEqual, expectStatus, fail, sorted } from './expect.ts'
import type { ConcurrentCommands, Model, ModelPost } from './model.ts'
import { type Device, type ModelUser, type ReadPost, readPosts } from './users.ts'

interface ReadUser {
  isFollowed: boolean
  followersCount: number
  followingCount: number
}

const followeeOf = ({ postIndex }: Command) => postIndex % USERS
const isFollow = ({ action }: Command) => action === 'follow' || action === 'unfollow'

/** Follows or unfollows a user. */
export async function executeFollow(
  command: Command,
  users: readonly ModelUser[],
  { visitor, isSignedIn }: Device,
): Promise<void> {
  const followee = users[followeeOf(command)] as ModelUser
  const isSelf = followeeOf(command) === command.user
  const response = await visitor.fetch(`/api/users/${followee.account.id}/follow`, {
    method: command.action === 'follow' ? 'PUT' : 'DELETE',
  })
  expectStatus(command, response.status, [!isSignedIn ? 401 : isSelf ? 400 : 200])
}

export function updateFollows(
  users: readonly ModelUser[],
  signedIn: ReadonlyMap<Command, boolean>,
): void {
  const commands = [...signedIn].flatMap(([command, isSignedIn]) =>
    isSignedIn && isFollow(command) && followeeOf(command) !== command.user ? [command] : [],
  )
  for (const command of commands) {
    const followee = followeeOf(command)
    const { followees } = users[command.user] as ModelUser
    const isContested = commands.some(
      (other) =>
        other.user === command.user &&
        other.action !== command.action &&
        followeeOf(other) === followee,
    )
    if (isContested) followees.set(followee, 'unknown')
    else if (command.action === 'follow') followees.set(followee, 'yes')
    else followees.delete(followee)
  }
}

/** Checks a Following feed that was read while other commands ran. */
export function checkFollowing(
  command: Command,
  actual: readonly ReadPost[],
  users: readonly ModelUser[],
  expected: readonly ModelPost[],
  commands: readonly Command[],
  concurrent: ConcurrentCommands,
): void {
  checkOrder(command, actual)
  const { followees } = users[command.user] as ModelUser
  const isChanging = (followee: number) =>
    commands.some(
      (other) => other.user === command.user && isFollow(other) && followeeOf(other) === followee,
    )
  const mayFollow = (user: number) => followees.has(user) || isChanging(user)
  const doesFollow = (user: number) => followees.has(user) && !isChanging(user)
  const byId = new Map(actual.map((post) => [post.id, post]))
  const everyone = users.keys().toArray()
  for (const post of expected) {
    const found = byId.get(post.id)
    const isAuthorListed = post.author === command.user || doesFollow(post.author)
    const mustList =
      isAuthorListed ||
      everyone.some((user) => doesFollow(user) && !concurrent.possible(post, 'sharers', user).no)
    if (post.exists && !concurrent.isBeingDeleted(post) && mustList && !found)
      fail(command, `${post.content} is missing`)
    if (!post.exists && found) fail(command, `the deleted ${post.content} is returned`)
    const actor = users.findIndex(({ account }) => account.id === found?.share?.actor.id)
    if (found?.share && !(mayFollow(actor) && concurrent.possible(post, 'sharers', actor).yes))
      fail(command, `${post.content} is returned as a share by user ${actor}`)
    if (found && !found.share && post.author !== command.user && !mayFollow(post.author))
      fail(command, `${post.content} is returned, but its author is not followed`)
  }
}

/** Compares follows, their counts and the Following feeds with the model between commands. */
export async function compareFollowing(model: Model, users: readonly ModelUser[]): Promise<void> {
  const profiles = await Promise.all(
    users.map(({ observer }) =>
      Promise.all(
        users.map(async ({ account }) => {
          const response = await observer.fetch(`/api/users/${account.id}`)
          return (await response.json()) as ReadUser
        }),
      ),
    ),
  )
  for (const [user, { followees }] of users.entries())
    for (const [followee, state] of [...followees])
      if (state === 'unknown' && profiles[user]?.[followee]?.isFollowed)
        followees.set(followee, 'yes')
      else if (state === 'unknown') followees.delete(followee)
  for (const [user, { followees, observer }] of users.entries()) {
    expectEqual(
      `What user ${user} sees of others`,
      profiles[user]?.map(({ isFollowed, followersCount, followingCount }) => {
        return { isFollowed, followersCount, followingCount }
      }),
      users.map((other, index) => ({
        isFollowed: followees.has(index),
        followersCount: users.filter((each) => each.followees.has(index)).length,
        followingCount: other.followees.size,
      })),
    )
    const feed = await readPosts(observer, '/api/feed/following?limit=100')
    checkOrder({ action: 'read following', user, device: 0, postIndex: 0 }, feed)
    const listed = model.existingPosts.map((post) => {
      const sharers = users.keys().filter((each) => followees.has(each) && post.sharers.has(each))
      return { post, sharers: sharers.toArray() }
    })
    const expected = listed.filter(
      ({ post, sharers }) =>
        post.author === user || followees.has(post.author) || sharers.length > 0,
    )
    const actual = feed.filter(({ content }) => content.startsWith(`${model.word} `))
    expectEqual(
      `The Following feed of user ${user}`,
      sorted(actual).map(({ id, share }) => ({ id, isShare: share !== null })),
      sorted(expected.map(({ post: { id }, sharers }) => ({ id, isShare: sharers.length > 0 }))),
    )
    for (const { id, share } of actual) {
      const actors = expected
        .find(({ post }) => post.id === id)
        ?.sharers.map((sharer) => users[sharer]?.account.id)
      if (share && !actors?.includes(share.actor.id))
        throw new Error(`${id} is in the feed of user ${user} as a share by ${share.actor.id}.`)
    }
  }
}

/** Each post once, by the ids of the events, newest first. */
function checkOrder(command: Command, posts: readonly ReadPost[]) {
  if (new Set(posts.map(({ id }) => id)).size !== posts.length)
    fail(command, 'a post is returned twice')
  const events = posts.map(({ id, share }) => (share?.id ?? id).split('_')[1] ?? '')
  if (events.some((event, index) => index > 0 && event >= (events[index - 1] ?? '')))
    fail(command, 'the events are not in order')
}
