import type { Command } from './commands.ts'
import { ConcurrentCommands, type Model, type ModelPost } from './model.ts'
import { type Device, type ModelUser, type ReadPost, readPosts, signIn } from './users.ts'

/** The page contains all posts of a run. */
const ALL_POSTS = '/api/posts?limit=100'

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

class Batch {
  readonly #model: Model
  readonly #users: readonly ModelUser[]
  readonly #concurrent: ConcurrentCommands
  readonly #postsBefore: readonly ModelPost[]
  readonly #targets: ReadonlyMap<Command, ModelPost | undefined>
  readonly #deletions = new Map<ModelPost, number>()
  readonly #newNames = new Map<ModelUser, string[]>()

  constructor(model: Model, users: readonly ModelUser[], commands: readonly Command[]) {
    this.#model = model
    this.#users = users
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
    for (const post of this.#postsBefore) updateLikes(post, this.#concurrent, signedIn)
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
    this.#model.posts.push({ id, author, content, exists: true, likers: new Map() })
  }

  /** Deletes, likes or unlikes a post. */
  async #changePost(command: Command): Promise<void> {
    const post = this.#targets.get(command)
    if (!post) return
    const { visitor, isSignedIn } = this.deviceOf(command)
    const path =
      command.action === 'delete' ? `/api/posts/${post.id}` : `/api/posts/${post.id}/like`
    const method = command.action === 'like' ? 'POST' : 'DELETE'
    const response = await visitor.fetch(path, { method })
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
    const { min, max } = concurrent.likesRange(post)
    const possible = isSignedIn
      ? concurrent.possibleIsLiked(post, command.user)
      : { yes: false, no: true }
    if (found.content !== post.content)
      fail(command, `the content is ${found.content} instead of ${post.content}`)
    if (found.likesCount < min || found.likesCount > max)
      fail(command, `the like count is ${found.likesCount} instead of ${min} to ${max}`)
    if (!(found.isLiked ? possible.yes : possible.no))
      fail(command, `isLiked of ${post.content} is ${found.isLiked}`)
  }
}

function updateLikes(
  post: ModelPost,
  concurrent: ConcurrentCommands,
  signedIn: ReadonlyMap<Command, boolean>,
) {
  const usersWho = (action: 'like' | 'unlike') =>
    new Set(
      concurrent
        .on(post, action)
        .flatMap((command) => (signedIn.get(command) ? [command.user] : [])),
    )
  const [liked, unliked] = [usersWho('like'), usersWho('unlike')]
  for (const user of liked) post.likers.set(user, unliked.has(user) ? 'unknown' : 'likes')
  for (const user of unliked) if (!liked.has(user)) post.likers.delete(user)
}

function expectStatus(command: Command, status: number, allowed: readonly number[]) {
  if (!allowed.includes(status))
    fail(command, `the status is ${status} instead of ${allowed.join(' or ')}`)
}

function fail({ action, user, device }: Command, problem: string): never {
  throw new Error(`User ${user} on device ${device}, ${action}: ${problem}.`)
}
