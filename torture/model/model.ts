import type { Command } from './commands.ts'

export interface ModelPost {
  id: string
  author: number
  content: string
  exists: boolean
  /** By user. `unknown`: the user liked and unliked the post at the same time. */
  likers: Map<number, 'likes' | 'unknown'>
}

/** The expected state. */
export class Model {
  /** First word of every post of this run, and of no other. */
  readonly word: string
  readonly posts: ModelPost[] = []
  constructor(word: string) {
    this.word = word
  }

  /** @returns the post that a command concerns */
  target({ action, postIndex }: Command): ModelPost | undefined {
    return ['like', 'unlike', 'delete'].includes(action)
      ? this.posts[postIndex % Math.max(1, this.posts.length)]
      : undefined
  }

  get existingPosts(): ModelPost[] {
    return this.posts.filter(({ exists }) => exists)
  }
}

/** The states that are possible while commands run at the same time. */
export class ConcurrentCommands {
  readonly #targets: Map<Command, ModelPost>
  constructor(model: Model, commands: readonly Command[]) {
    this.#targets = new Map(
      commands.flatMap((command) =>
        model.target(command) ? [[command, model.target(command) as ModelPost]] : [],
      ),
    )
  }

  /** @returns the commands that concern a post */
  on(post: ModelPost, action: Command['action'], user?: number): Command[] {
    return [...this.#targets].flatMap(([command, target]) =>
      target === post && command.action === action && (user === undefined || command.user === user)
        ? [command]
        : [],
    )
  }

  isBeingDeleted(post: ModelPost): boolean {
    return this.on(post, 'delete', post.author).length > 0
  }

  /** @returns the possible like counts */
  likesRange(post: ModelPost): { min: number; max: number } {
    const before = [...post.likers.keys()]
    const added = this.on(post, 'like').map(({ user }) => user)
    const removed = new Set(this.on(post, 'unlike').map(({ user }) => user))
    return {
      min: before.filter((user) => !removed.has(user)).length,
      max: new Set([...before, ...added]).size,
    }
  }

  /** @returns which values of `isLiked` are possible. Deleting a post deletes its likes. */
  possibleIsLiked(post: ModelPost, user: number): { yes: boolean; no: boolean } {
    const likes = post.likers.has(user)
    return {
      yes: likes || this.on(post, 'like', user).length > 0,
      no: !likes || this.on(post, 'unlike', user).length > 0 || this.isBeingDeleted(post),
    }
  }
}
