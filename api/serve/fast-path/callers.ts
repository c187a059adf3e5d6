import type { IncomingHttpHeaders } from 'node:http'
import type { Viewer } from '#api/context.ts'
import type { ApiTokens } from '#api/features/api-token/api-token.read.ts'
import { hashOf } from '#api/features/api-token/secret.ts'
import type { Session, Sessions } from '#api/features/auth/session/session.ts'
import { noViewerPosts, type ViewerPosts } from '#api/features/post/post-viewer-state.ts'
import { bearerSecret } from '#api/http/bearer.ts'
import type { Caller } from '../caller-context.ts'

/** An API token by its hash, or the token of a correctly signed session cookie. */
export type Credential = { kind: 'apiToken'; hash: string } | { kind: 'session'; token: string }

/** Who reads a list of posts, and their facts about posts. */
export interface Reader {
  caller: Caller
  /** Null for a token without the scope `read`. */
  viewer: Viewer | null
  posts: ViewerPosts
}

export const anonymousCaller: Caller = { viewer: null, token: null, sessionToken: null }
export const anonymousReader: Reader = {
  caller: anonymousCaller,
  viewer: null,
  posts: noViewerPosts,
}

/** Identifies callers as `identifyCaller` does. */
export class Callers {
  readonly #sessions: Sessions
  readonly #apiTokens: ApiTokens

  constructor({ sessions, apiTokens }: { sessions: Sessions; apiTokens: ApiTokens }) {
    this.#sessions = sessions
    this.#apiTokens = apiTokens
  }

  /** Null for anonymous callers; undefined for what Express decides. */
  credentialOf(headers: IncomingHttpHeaders): Credential | null | undefined {
    const secret = headers.authorization === undefined ? null : bearerSecret(headers)
    if (secret !== null) {
      const hash = hashOf(secret)
      return hash === null ? undefined : { kind: 'apiToken', hash }
    }
    const [token, another] = this.#sessions.tokensFrom(headers.cookie)
    // Express finds out which of them is a session.
    if (another !== undefined) return undefined
    return token === undefined ? null : { kind: 'session', token }
  }

  /** Null if the session or token has ended, and for a session that Express has to renew. */
  async find(credential: Credential): Promise<Caller | null> {
    if (credential.kind === 'apiToken') {
      const token = await this.#apiTokens.find(credential.hash)
      return token && { viewer: null, token, sessionToken: null }
    }
    const viewer = this.#viewerOf(await this.#sessions.find(credential.token))
    return viewer && { viewer, token: null, sessionToken: credential.token }
  }

  /** Like `find`, for a list of posts from `oldestPostId` on. */
  async findReader(credential: Credential, oldestPostId: string): Promise<Reader | null> {
    if (credential.kind === 'apiToken') {
      const found = await this.#apiTokens.findWithPosts(credential.hash, oldestPostId)
      if (!found) return null
      const caller = { viewer: null, token: found.grant, sessionToken: null }
      return found.grant.scopes.has('read')
        ? { caller, viewer: found.grant.viewer, posts: found.posts }
        : { ...anonymousReader, caller }
    }
    const sessionToken = credential.token
    const found = await this.#sessions.findWithPosts(sessionToken, oldestPostId)
    const viewer = this.#viewerOf(found?.session)
    const caller = { viewer, token: null, sessionToken }
    return found && viewer && { caller, viewer, posts: found.posts }
  }

  #viewerOf(session: Session | null | undefined): Viewer | null {
    return session && !this.#sessions.shouldRenew(session) ? session.viewer : null
  }
}
