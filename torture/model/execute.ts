import type { Command } from './commands.ts'
import { expectStatus, fail } from './expect.ts'
import { checkFollowing, executeFollow, updateFollows } from './following.ts'
import {
  ConcurrentCommands,
  type Model,
  type ModelPost,
  type Reaction,
  reactions,
} from './model.ts'
import { type Device, type ModelUser, type ReadPost, readPosts, signIn } from './users.ts'

/** The page contains all posts of a run. */
const ALL_POSTS = '/api/posts?limit=100'
const FOLLOWING = '/api/feed/following?limit=100'

/** Runs commands at the same time, checks each response, and updates the model. */
export async function executeConcurrently(
  model: Model,
  users: readonly ModelUser[],
  commands: readonly Command[],
): Promise<void> {
  const batch = new Batch(model, users, commands)
  const startedSignedIn = new Map(
    commands.map((command) => [command, batch.deviceOf(command).isSignedIn]),
  )
  await Promise.all(commands.map((command) => batch.execute(command)))
  batch.updateModel(startedSignedIn)
}

const requests = {
  delete: ['DELETE', ''],
  like: ['POST', '/like'],
  unlike: ['DELETE', '/like'],
  share: ['PUT', '/share'],
  unshare: ['DELETE', '/share'],
} as const

class Batch {
  readonly #model: Model
  readonly #users: readonly ModelUser[]
  readonly #commands: readonly Command[]
  readonly #concurrent: ConcurrentCommands
  readonly #postsBefore: readonly ModelPost[]
  readonly #targets: ReadonlyMap<Command, ModelPost | undefined>
  readonly #deletions = new Map<ModelPost, number>()
  readonly #newNames = new Map<ModelUser, string[]>()

  constructor(model: Model, users: readonly ModelUser[], commands: readonly Command[]) {
    this.#model = model
    this.#users = users
    this.#commands = commands
    this.#concurrent = new ConcurrentCommands(model, commands)
    this.#postsBefore = [...model.posts]
    this.#targets = new Map(commands.map((command) => [command, model.target(command)]))
  }

  deviceOf({ user, device }: Command): Device {
    return this.#userOf(user).devices[device] as Device
  }

  async execute(command: Command): Promise<void> {
    switch (command.action) {
      case 'sign in':
        return this.#signIn(command)
      case 'sign out':
        return this.#signOut(command)
      case 'read':
        return this.#read(command, ALL_POSTS)
      case 'search':
        return this.#read(command, `/api/search?limit=100&q=${this.#model.word}`)
      case 'read following':
        return this.#readFollowing(command)
      case 'follow':
      case 'unfollow':
        return executeFollow(command, this.#users, this.deviceOf(command))
      case 'rename':
        return this.#rename(command)
      case 'post':
        return this.#post(command)
      default:
        return this.#changePost(command)
    }
  }

  /** @param signedIn whether the device of a command was signed in at the start */
  updateModel(signedIn: ReadonlyMap<Command, boolean>): void {
    for (const [post, times] of this.#deletions) {
      if (times > 1) throw new Error(`${post.content} was deleted ${times} times.`)
      post.exists = false
    }
    for (const [user, names] of this.#newNames) user.possibleNames = names
    for (const post of this.#postsBefore)
      for (const reaction of ['likers', 'sharers'] as const)
        updateReactions(post, reaction, this.#concurrent, signedIn)
    updateFollows(this.#users, signedIn)
  }

  #userOf(user: number): ModelUser {
    return this.#users[user] as ModelUser
  }

  async #signIn(command: Command): Promise<void> {
    const status = await signIn(this.#userOf(command.user), this.deviceOf(command))
    expectStatus(command, status, [200])
  }

  async #signOut(command: Command): Promise<void> {
    const device = this.deviceOf(command)
    device.isSignedIn = false
    const { status } = await device.visitor.fetch('/api/logout', { method: 'POST' })
    expectStatus(command, status, [204])
  }

  async #read(command: Command, path: string): Promise<void> {
    const { visitor, isSignedIn } = this.deviceOf(command)
    const posts = await readPosts(visitor, path)
    checkExistence(command, posts, this.#postsBefore, this.#concurrent)
    checkValues(command, posts, this.#postsBefore, this.#concurrent, isSignedIn)
  }

  async #readFollowing(command: Command): Promise<void> {
    const { visitor, isSignedIn } = this.deviceOf(command)
    if (!isSignedIn) return expectStatus(command, (await visitor.fetch(FOLLOWING)).status, [401])
    const posts = await readPosts(visitor, FOLLOWING)
    checkFollowing(command, posts, this.#users, this.#postsBefore, this.#commands, this.#concurrent)
    checkValues(command, posts, this.#postsBefore, this.#concurrent, isSignedIn)
  }

  async #rename(command: Command): Promise<void> {
    const user = this.#userOf(command.user)
    const { visitor, isSignedIn } = this.deviceOf(command)
    const displayName = `Person ${command.user} on ${command.device}, after ${this.#postsBefore.length}`
    const path = `/api/users/${user.account.id}`
    const { status } = await visitor.fetch(path, { method: 'PATCH', json: { displayName } })
    expectStatus(command, status, [isSignedIn ? 200 : 401])
    if (status === 200) this.#newNames.set(user, [...(this.#newNames.get(user) ?? []), displayName])
  }

  async #post(command: Command): Promise<void> {
    const { visitor, isSignedIn } = this.deviceOf(command)
    const { user: author, device } = command
    const content = `${this.#model.word} by ${author} on ${device}, ${this.#postsBefore.length} before`
    const response = await visitor.fetch('/api/posts', { json: { content } })
    expectStatus(command, response.status, [isSignedIn ? 201 : 401])
    if (response.status !== 201) return
    const { id } = (await response.json()) as ReadPost
    this.#model.posts.push({
      id,
      author,
      content,
      exists: true,
      likers: new Map(),
      sharers: new Map(),
    })
  }

  /** Deletes a post, or adds or removes a like or share. */
  async #changePost(command: Command): Promise<void> {
    const post = this.#targets.get(command)
    if (!post) return
    const { visitor, isSignedIn } = this.deviceOf(command)
    const [method, subject] = requests[command.action as keyof typeof requests]
    const response = await visitor.fetch(`/api/posts/${post.id}${subject}`, { method })
    expectStatus(command, response.status, isSignedIn ? this.#statusesFor(command, post) : [401])
    if (response.status === 204) this.#deletions.set(post, (this.#deletions.get(post) ?? 0) + 1)
    if (response.status === 200)
      checkValues(
        command,
        [(await response.json()) as ReadPost],
        this.#postsBefore,
        this.#concurrent,
        true,
      )
  }

  #statusesFor({ action, user }: Command, post: ModelPost): number[] {
    if (!post.exists) return [404]
    const expected = action !== 'delete' ? 200 : post.author === user ? 204 : 403
    return this.#concurrent.isBeingDeleted(post) ? [404, expected] : [expected]
  }
}

/** A response must contain existing posts, and no deleted ones. */
function checkExistence(
  command: Command,
  actual: readonly ReadPost[],
  expected: readonly ModelPost[],
  concurrent: ConcurrentCommands,
): void {
  const ids = new Set(actual.map(({ id }) => id))
  for (const post of expected) {
    if (post.exists && !concurrent.isBeingDeleted(post) && !ids.has(post.id))
      fail(command, `${post.content} is missing`)
    if (!post.exists && ids.has(post.id)) fail(command, `the deleted ${post.content} is returned`)
  }
}

function checkValues(
  command: Command,
  actual: readonly ReadPost[],
  expected: readonly ModelPost[],
  concurrent: ConcurrentCommands,
  isSignedIn: boolean,
): void {
  const byId = new Map(actual.map((post) => [post.id, post]))
  for (const post of expected) {
    const found = byId.get(post.id)
    if (!found) continue
    if (found.content !== post.content)
      fail(command, `the content is ${found.content} instead of ${post.content}`)
    for (const [reaction, count, isSet] of [
      ['likers', found.likesCount, found.isLiked],
      ['sharers', found.sharesCount, found.isShared],
    ] as const) {
      const { min, max } = concurrent.countRange(post, reaction)
      if (count < min || count > max)
        fail(command, `the number of ${reaction} is ${count} instead of ${min} to ${max}`)
      const possible = isSignedIn
        ? concurrent.possible(post, reaction, command.user)
        : { yes: false, no: true }
      if (!(isSet ? possible.yes : possible.no))
        fail(command, `whether the user is among the ${reaction} of ${post.content} is ${isSet}`)
    }
  }
}

function updateReactions(
  post: ModelPost,
  reaction: Reaction,
  concurrent: ConcurrentCommands,
  signedIn: ReadonlyMap<Command, boolean>,
) {
  const usersWho = (action: Command['action']) =>
    new Set(
      concurrent
        .on(post, action)
        .flatMap((command) => (signedIn.get(command) ? [command.user] : [])),
    )
  const [added, removed] = reactions[reaction].map(usersWho) as [Set<number>, Set<number>]
  for (const user of added) post[reaction].set(user, removed.has(user) ? 'unknown' : 'yes')
  for (const user of removed) if (!added.has(user)) post[reaction].delete(user)
}
