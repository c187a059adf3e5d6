import type { Command } from './commands.ts'

export interface ModelPost {
  id: string
  author: number
  content: string
  isThere: boolean
  /** Who likes it; `unknown` for who took back on one device what was given on another, at the same time. */
  likers: Map<number, 'likes' | 'unknown'>
}

/** What has to be there. */
export class Model {
  /** Stands in every post, and in none of another run. */
  readonly word: string
  readonly posts: ModelPost[] = []
  constructor(word: string) {
    this.word = word
  }

  /** The post that a command is about. */
  target({ does, which }: Command): ModelPost | undefined {
    return ['like', 'unlike', 'delete'].includes(does)
      ? this.posts[which % Math.max(1, this.posts.length)]
      : undefined
  }

  get standing(): ModelPost[] {
    return this.posts.filter(({ isThere }) => isThere)
  }
}

/** What of the model may change while some commands are carried out at the same time. */
export class Moment {
  readonly #targets: Map<Command, ModelPost>
  constructor(model: Model, commands: readonly Command[]) {
    this.#targets = new Map(
      commands.flatMap((each) =>
        model.target(each) ? [[each, model.target(each) as ModelPost]] : [],
      ),
    )
  }

  /** Those that are carried out on a post. */
  on(post: ModelPost, does: Command['does'], user?: number): Command[] {
    return [...this.#targets].flatMap(([each, target]) =>
      target === post && each.does === does && (user === undefined || each.user === user)
        ? [each]
        : [],
    )
  }

  isBeingDeleted(post: ModelPost): boolean {
    return this.on(post, 'delete', post.author).length > 0
  }

  /** How many may like a post meanwhile. */
  countsOf(post: ModelPost): { least: number; most: number } {
    const before = [...post.likers.keys()]
    const coming = this.on(post, 'like').map(({ user }) => user)
    const going = new Set(this.on(post, 'unlike').map(({ user }) => user))
    return {
      least: before.filter((user) => !going.has(user)).length,
      most: new Set([...before, ...coming]).size,
    }
  }

  /** Whether somebody may see a post as liked by themselves, and as not liked: with a post its likes go. */
  mayBeLiked(post: ModelPost, user: number): { yes: boolean; no: boolean } {
    const likes = post.likers.has(user)
    return {
      yes: likes || this.on(post, 'like', user).length > 0,
      no: !likes || this.on(post, 'unlike', user).length > 0 || this.isBeingDeleted(post),
    }
  }
}
