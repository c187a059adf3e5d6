import type { Command } from './commands.ts'

export interface ModelPost {
  id: string
  author: number
  content: string
  exists: boolean
  likers: Reactions
  sharers: Reactions
}

/** By user. `unknown`: the user added and removed it at the same time. */
export type Reactions = Map<number, 'yes' | 'unknown'>

/** What users do to posts: the command that adds it, and the one that removes it. */
export const reactions = {
  likers: ['like', 'unlike'],
  sharers: ['share', 'unshare'],
} as const satisfies Record<string, readonly [Command['action'], Command['action']]>
export type Reaction = keyof typeof reactions

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
    return ['like', 'unlike', 'share', 'unshare', 'delete'].includes(action)
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

  /** @returns the possible numbers of likes or shares */
  countRange(post: ModelPost, reaction: Reaction): { min: number; max: number } {
    const [add, remove] = reactions[reaction]
    const before = [...post[reaction].keys()]
    const added = this.on(post, add).map(({ user }) => user)
    const removed = new Set(this.on(post, remove).map(({ user }) => user))
    return {
      min: before.filter((user) => !removed.has(user)).length,
      max: new Set([...before, ...added]).size,
    }
  }

  /**
   * @returns which values of `isLiked` or `isShared` are possible. Deleting a post deletes both.
   */
  possible(post: ModelPost, reaction: Reaction, user: number): { yes: boolean; no: boolean } {
    const [add, remove] = reactions[reaction]
    const before = post[reaction].has(user)
    return {
      yes: before || this.on(post, add, user).length > 0,
      no: !before || this.on(post, remove, user).length > 0 || this.isBeingDeleted(post),
    }
  }
}
