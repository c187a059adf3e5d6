import { setTimeout } from 'node:timers/promises'
import { createBrowser, type TestBrowser } from '#api/test/people/browser.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import type { Random } from '#demo/random.ts'
import { type History, isDeleted, type RecordedPost } from './history.ts'

/** Pause after a response that asks for a retry, or without one. */
const RETRY_DELAY_MS = 50

/** `unknown`: the request may or may not have been executed. */
type Outcome<Result> = { kind: 'done'; result: Result } | { kind: 'rejected' } | { kind: 'unknown' }

interface Payload {
  post: { id: string } | null
  userErrors: { code: string; message: string }[]
}

interface UserOptions {
  history: History
  random: Random
  /** The time limit of a response. */
  responseMs: number
  /** The mean pause between two requests. */
  pauseMs?: number
}

/** Sends random requests one after the other and records the responses. */
export class SimulatedUser {
  readonly #history: History
  readonly #random: Random
  readonly #visitor: TestBrowser
  readonly #responseMs: number
  readonly #pauseMs: number
  #username = ''
  #sent = 0

  constructor(url: string, { history, random, responseMs, pauseMs = 0 }: UserOptions) {
    this.#history = history
    this.#random = random
    this.#responseMs = responseMs
    this.#pauseMs = pauseMs
    this.#visitor = createBrowser(url)
  }

  async signUp(): Promise<void> {
    this.#username = (await this.#visitor.signUp()).username
  }

  /** Sends requests until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#step()
      if (this.#pauseMs > 0) await setTimeout(this.#random.between(0, 2 * this.#pauseMs))
    }
  }

  async #step(): Promise<void> {
    const { chance, pick } = this.#random
    const { existingPosts } = this.#history
    const own = existingPosts.filter(({ author }) => author === this.#username)
    if (existingPosts.length === 0 || chance(0.4)) {
      const threads = existingPosts.filter(({ parent }) => parent === null)
      const parent = threads.length > 0 && chance(0.25) ? pick(threads) : null
      return this.#post(chance(0.08) ? await this.#upload() : null, parent)
    }
    if (own.length > 3 && chance(0.15)) return this.#delete(pick(own))
    return this.#like(pick(existingPosts), chance(0.7))
  }

  async #post(imageUrl: string | null, parent: RecordedPost | null): Promise<void> {
    const content = `${this.#username} ${++this.#sent}`
    const post: RecordedPost = {
      content,
      author: this.#username,
      parent,
      id: null,
      created: 'unknown',
      deleted: null,
      imageUrl,
      sentAt: performance.now(),
      acknowledgedAt: Infinity,
    }
    this.#history.posts.push(post)
    const input = {
      ...{ content, clientKey: content, inReplyToId: parent?.id },
      ...(imageUrl && { imageUrl }),
    }
    // The idempotency key makes a retry safe.
    for (let attempt = 0; attempt < 3 && post.created === 'unknown'; attempt++) {
      const outcome = await this.#mutate('createPost', input)
      if (outcome.kind === 'rejected') {
        // The author of the thread may have deleted it in the meantime.
        if (!isDeleted(post)) this.#history.problems.push(`${content} was rejected.`)
        return
      }
      if (outcome.kind === 'done')
        Object.assign(post, {
          created: 'acknowledged',
          id: outcome.result,
          acknowledgedAt: performance.now(),
        })
      else if (this.#random.chance(0.5)) return
    }
    if (post.created === 'acknowledged') await this.#readOwn(post)
  }

  /** Reads a new post again, which may come from another machine or a replica. */
  async #readOwn(post: RecordedPost): Promise<void> {
    const json = { query: 'query ($id: ID!) { node(id: $id) { id } }', variables: { id: post.id } }
    const outcome = await this.#request(
      '/graphql',
      { json },
      (body) => (body as { data?: { node: { id: string } | null } }).data,
      'read',
    )
    // A reply goes with its thread, which another user may have deleted in the meantime.
    if (outcome.kind === 'done' && outcome.result.node === null && !isDeleted(post))
      this.#history.problems.push(
        `${post.content} was acknowledged, but its author did not see it.`,
      )
  }

  async #delete(post: RecordedPost): Promise<void> {
    post.deleted = 'unknown'
    const { parent } = post
    const { kind } = await this.#mutate('deletePost', { postId: post.id })
    if (kind === 'done') post.deleted = 'acknowledged'
    if (kind === 'rejected' && !parent?.deleted)
      this.#history.problems.push(
        `${post.content} could not be deleted, though its creation was acknowledged.`,
      )
  }

  async #like(post: RecordedPost, likes: boolean): Promise<void> {
    this.#history.like(this.#username, post, 'unknown')
    const { kind } = await this.#mutate(likes ? 'likePost' : 'unlikePost', { postId: post.id })
    if (kind === 'done') this.#history.like(this.#username, post, likes ? 'liked' : 'not liked')
    // The author may have deleted the post in the meantime.
    if (kind === 'rejected' && !isDeleted(post))
      this.#history.problems.push(
        `${post.content} could not be liked, though its creation was acknowledged.`,
      )
  }

  async #upload(): Promise<string | null> {
    const image = photo({ width: this.#random.whole(20, 200), hue: this.#random.whole(0, 359) })
    const body = new FormData()
    body.append(
      'file',
      new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' }),
      'a.png',
    )
    const outcome = await this.#request(
      '/api/media',
      { method: 'POST', body },
      (body) => (body as { url: string }).url,
    )
    return outcome.kind === 'done' ? outcome.result : null
  }

  /** @returns the id of the post in the response */
  async #mutate(name: string, input: Record<string, unknown>): Promise<Outcome<string | null>> {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { post { id } userErrors { code message } } }`
    return this.#request('/graphql', { json: { query, variables: { input } } }, (body) => {
      const payload = (body as { data?: Record<string, Payload> }).data?.[name]
      return payload && payload.userErrors.length === 0 ? (payload.post?.id ?? null) : undefined
    })
  }

  /**
   * @param read gets the result from a body; undefined if the request was rejected
   * @param counter what it counts as
   */
  async #request<Result>(
    path: string,
    request: Parameters<TestBrowser['fetch']>[1],
    read: (body: unknown) => Result | undefined,
    counter: 'acknowledged' | 'read' = 'acknowledged',
  ): Promise<Outcome<Result>> {
    const { counts, problems } = this.#history
    const startedAt = performance.now()
    try {
      const response = await this.#visitor.fetch(path, {
        ...request,
        signal: AbortSignal.timeout(this.#responseMs),
      })
      const text = await response.text()
      this.#history.slowestMs = Math.max(this.#history.slowestMs, performance.now() - startedAt)
      if (response.status === 507 || text.includes('"code":"OUT_OF_SPACE"')) {
        counts.outOfSpace++
        await setTimeout(RETRY_DELAY_MS)
        return { kind: 'unknown' }
      }
      const result = response.ok ? read(JSON.parse(text)) : undefined
      if (result !== undefined) {
        counts[counter]++
        return { kind: 'done', result }
      }
      if (response.status < 500) {
        counts.rejected++
        return { kind: 'rejected' }
      }
      if (response.status === 503 && response.headers.has('retry-after')) counts.unavailable++
      else problems.push(`${path} returned ${response.status}: ${text}`)
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError')
        problems.push(`${path} got no response within ${this.#responseMs / 1000} seconds.`)
      counts.lost++
    }
    await setTimeout(RETRY_DELAY_MS)
    return { kind: 'unknown' }
  }
}
