import { photo } from '#api/test/pictures.ts'
import { type Visitor, visitor } from '#api/test/visitor.ts'
import type { Random } from '#demo/art/random.ts'
import type { History, KnownPost } from './history.ts'

/** No request may take longer, in milliseconds, whatever happens to the product. */
const LONGEST = 30_000
/** After an answer that says so, or none at all. */
const PAUSE = 50

/** What a change was answered with: its result, that it was refused, or nothing that tells what became of it. */
type Outcome<Result> = { kind: 'done'; result: Result } | { kind: 'refused' } | { kind: 'unknown' }

interface Payload {
  post: { id: string } | null
  userErrors: { code: string; message: string }[]
}

/** Somebody who does one thing after the other, and notes what is answered. */
export class Person {
  readonly #history: History
  readonly #random: Random
  readonly #visitor: Visitor
  #username = ''
  #made = 0

  constructor(url: string, history: History, random: Random) {
    this.#history = history
    this.#random = random
    this.#visitor = visitor(url)
  }

  async signUp(): Promise<void> {
    this.#username = (await this.#visitor.signUp()).username
  }

  /** Does things until the signal. */
  async live(over: AbortSignal): Promise<void> {
    while (!over.aborted) await this.#step()
  }

  async #step(): Promise<void> {
    const { chance, pick } = this.#random
    const { standing } = this.#history
    const own = standing.filter(({ author }) => author === this.#username)
    if (standing.length === 0 || chance(0.4))
      return this.#post(chance(0.08) ? await this.#upload() : null)
    if (own.length > 3 && chance(0.15)) return this.#delete(pick(own))
    return this.#like(pick(standing), chance(0.7))
  }

  async #post(picture: string | null): Promise<void> {
    const content = `${this.#username} ${++this.#made}`
    const post: KnownPost = {
      content,
      author: this.#username,
      id: null,
      made: 'unknown',
      deleted: null,
      picture,
      sentAt: performance.now(),
      madeAt: Infinity,
    }
    this.#history.posts.push(post)
    const input = { content, clientKey: content, ...(picture && { imageUrl: picture }) }
    // The key says that it is the same post, so one that had no answer may be sent again.
    for (let tries = 0; tries < 3 && post.made === 'unknown'; tries++) {
      const outcome = await this.#mutate('createPost', input)
      if (outcome.kind === 'refused')
        return void this.#history.problems.push(`${content} was refused`)
      if (outcome.kind === 'done')
        Object.assign(post, { made: 'acknowledged', id: outcome.result, madeAt: performance.now() })
      else if (this.#random.chance(0.5)) return
    }
  }

  async #delete(post: KnownPost): Promise<void> {
    post.deleted = 'unknown'
    const { kind } = await this.#mutate('deletePost', { postId: post.id })
    if (kind === 'done') post.deleted = 'acknowledged'
    if (kind === 'refused')
      this.#history.problems.push(`${post.content} could not be deleted, though it was made`)
  }

  async #like(post: KnownPost, likes: boolean): Promise<void> {
    this.#history.like(this.#username, post, 'unknown')
    const { kind } = await this.#mutate(likes ? 'likePost' : 'unlikePost', { postId: post.id })
    if (kind === 'done') this.#history.like(this.#username, post, likes ? 'liked' : 'not liked')
    // Its author may have deleted it meanwhile.
    if (kind === 'refused' && post.deleted === null)
      this.#history.problems.push(`${post.content} could not be liked, though it was made`)
  }

  async #upload(): Promise<string | null> {
    const picture = photo({ width: this.#random.whole(20, 200), hue: this.#random.whole(0, 359) })
    const body = new FormData()
    body.append(
      'file',
      new Blob([new Uint8Array(await picture.png().toBuffer())], { type: 'image/png' }),
      'a.png',
    )
    const outcome = await this.#ask(
      '/api/media',
      { method: 'POST', body },
      (answer) => (answer as { url: string }).url,
    )
    return outcome.kind === 'done' ? outcome.result : null
  }

  /** @returns the id of the post in the answer */
  async #mutate(name: string, input: Record<string, unknown>): Promise<Outcome<string | null>> {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { post { id } userErrors { code message } } }`
    return this.#ask('/graphql', { json: { query, variables: { input } } }, (answer) => {
      const payload = (answer as { data?: Record<string, Payload> }).data?.[name]
      return payload && payload.userErrors.length === 0 ? (payload.post?.id ?? null) : undefined
    })
  }

  /** @param read what was asked for, from the body of an answer; undefined where it was refused */
  async #ask<Result>(
    path: string,
    request: Parameters<Visitor['fetch']>[1],
    read: (body: unknown) => Result | undefined,
  ): Promise<Outcome<Result>> {
    const { answers, problems } = this.#history
    const began = performance.now()
    try {
      const response = await this.#visitor.fetch(path, {
        ...request,
        signal: AbortSignal.timeout(LONGEST),
      })
      const text = await response.text()
      this.#history.slowest = Math.max(this.#history.slowest, performance.now() - began)
      if (response.status === 507 || text.includes('"code":"OUT_OF_SPACE"')) {
        answers.full++
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
        return { kind: 'unknown' }
      }
      const result = response.ok ? read(JSON.parse(text)) : undefined
      if (result !== undefined) {
        answers.acknowledged++
        return { kind: 'done', result }
      }
      if (response.status < 500) {
        answers.refused++
        return { kind: 'refused' }
      }
      if (response.status === 503 && response.headers.has('retry-after')) answers.unavailable++
      else problems.push(`${path} was answered ${response.status}: ${text}`)
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError')
        problems.push(`${path} was not answered within ${LONGEST / 1000} seconds`)
      answers.lost++
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    return { kind: 'unknown' }
  }
}
