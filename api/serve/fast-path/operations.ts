import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Services, Viewer } from '#api/context.ts'
import type { ApiTokens } from '#api/features/api-token/api-token.read.ts'
import type { Sessions } from '#api/features/auth/session/session.ts'
import { withSnapshot } from '#api/features/feed/feed.read.ts'
import { noViewerPosts, type ViewerPosts } from '#api/features/post/post-viewer-state.ts'
import { canSee } from '#api/features/visibility/can-see.ts'
import { isRefused } from '#api/graphql/compiled-errors.ts'
import { toPublicResult } from '#api/graphql/masking.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { graphqlType } from '#api/http/content-types.ts'
import type { JsonBody } from '#api/http/json-body.ts'
import { MAX_UUID } from '#api/lib/ids.ts'
import {
  allRateLimits,
  type RecordedLimits,
  rateLimitHeaders,
  recordLimits,
} from '#api/limits/rate-limit-headers.ts'
import { isAnotherAccount } from '#api/named-account.ts'
import type { RequestContext } from '#api/telemetry/request-context.ts'
import { accountOf } from '#api/token-grant.ts'
import { type AddressOf, type Caller, contextFor } from '../caller-context.ts'
import { type CachedResponse, render } from './cached-response.ts'
import {
  anonymousCaller,
  anonymousReader,
  Callers,
  type Credential,
  type Reader,
} from './callers.ts'
import { type FastResponse, fromCache, fromResult } from './fast-response.ts'
import { type OperationRequest, parseOperationRequest } from './operation-request.ts'
import { ResponseCache } from './response-cache.ts'

export interface OperationServices {
  services: Services
  sessions: Sessions
  apiTokens: ApiTokens
  graphql: Graphql
  addressOf: AddressOf
}

export interface FastRequest {
  req: IncomingMessage
  res: ServerResponse
  requestContext: RequestContext
  body: JsonBody
  /** Whether its operation has begun, which may be a mutation: it must not run again. */
  hasBegun: boolean
}

interface RequestWithCredential extends FastRequest {
  /** Null for anonymous callers. */
  credential: Credential | null
  /** Undefined until it is parsed; null to decline the request. */
  operation?: OperationRequest | null
}

/** Runs compiled operations. The newest page of the feed comes from the response cache. */
export class FastOperations {
  readonly #services: Services
  readonly #callers: Callers
  readonly #graphql: Graphql
  readonly #addressOf: AddressOf
  readonly #responses = new ResponseCache()
  /** The headers of a response that consumed no limit. */
  readonly #unusedLimits: readonly string[]

  constructor({ services, graphql, addressOf, ...credentials }: OperationServices) {
    this.#services = services
    this.#callers = new Callers(credentials)
    this.#graphql = graphql
    this.#addressOf = addressOf
    const { settings } = services
    this.#unusedLimits = settings.rateLimit ? allRateLimits(settings) : []
  }

  /** @returns null to decline a request, which had no effect then */
  respond(fastRequest: FastRequest): FastResponse | null | Promise<FastResponse | null> {
    const type = graphqlType(fastRequest.req)
    if (!type) return null
    const credential = this.#callers.credentialOf(fastRequest.req.headers)
    if (credential === undefined) return null
    const request = Object.assign(fastRequest, { credential })
    const cached = this.#cachedForAnonymous(request)
    if (cached) return this.#fromCache(request, cached, noViewerPosts, type)
    // What the cache has asks for a newest page, so it is not parsed.
    if (this.#responses.has(request.body.text)) return this.#newestPageOrRun(request, type)
    const operation = this.#parse(request)
    if (!operation) return null
    return operation.operation.isNewestPage(operation.variables)
      ? this.#newestPageOrRun(request, type)
      : this.#runCompiled(request, operation, type)
  }

  /** Once for a request. */
  #parse(request: RequestWithCredential): OperationRequest | null {
    const {
      body,
      requestContext,
      operation = parseOperationRequest(body, this.#graphql.compiled),
    } = request
    request.operation = operation
    if (operation) requestContext.operation = operation.operation.name
    return operation
  }

  /** Synchronous, so that an anonymous caller of a cached page never waits. */
  #cachedForAnonymous({
    body,
    credential,
  }: RequestWithCredential): CachedResponse | null | undefined {
    const snapshot = credential === null ? this.#services.recentPosts?.getIfFresh() : null
    return snapshot && this.#responses.get(body.text, snapshot)
  }

  async #newestPageOrRun(
    request: RequestWithCredential,
    type: string,
  ): Promise<FastResponse | null> {
    const { credential, requestContext } = request
    const oldest = this.#services.recentPosts?.oldestId ?? MAX_UUID
    const [cached, reader] = await Promise.all([
      this.#getOrRender(request),
      credential === null ? anonymousReader : this.#callers.findReader(credential, oldest),
    ])
    if (!reader) return null
    if (cached && (await this.#isPageOf(reader, cached, oldest))) {
      requestContext.viewer = reader.viewer?.id ?? null
      return this.#fromCache(request, cached, reader.posts, type)
    }
    const operation = this.#parse(request)
    if (!operation) return null
    const context = this.#contextFor(request, reader.caller)
    if (cached) {
      const viewerPosts = { oldestPostId: oldest, posts: reader.posts }
      const posts = withSnapshot(context.reads.posts, cached.snapshot, viewerPosts)
      context.reads = { ...context.reads, posts }
    }
    return this.#runWith(context, request, operation, type)
  }

  /** Whether a response shows a reader the right posts, and their facts about all of them. */
  #isPageOf(
    { viewer }: Reader,
    cached: CachedResponse,
    oldest: string,
  ): boolean | Promise<boolean> {
    if (!viewer) return true
    // After many deletions, the page can contain posts older than those whose facts were read.
    if (cached.oldest < oldest) return false
    return viewer.visibilityVersion === 0 || this.#seesAll(viewer, cached)
  }

  /** Whether a viewer's feed contains all posts of a response. */
  async #seesAll(viewer: Viewer, { authors }: CachedResponse): Promise<boolean> {
    const hidden = await this.#services.hiddenUsers(viewer)
    return [...authors].every((author) => canSee(hidden, author))
  }

  async #getOrRender(request: RequestWithCredential): Promise<CachedResponse | null> {
    const snapshot = await this.#services.recentPosts?.get(
      request.credential === null ? 'recent' : 'latest',
    )
    if (!snapshot) return null
    return this.#responses.getOrRender(request.body.text, snapshot, async () => {
      const operation = this.#parse(request)
      const context = this.#contextFor(request, anonymousCaller)
      return operation && render(this.#graphql.schema, operation, snapshot, context)
    })
  }

  async #runCompiled(
    request: RequestWithCredential,
    parsed: OperationRequest,
    type: string,
  ): Promise<FastResponse | null> {
    const { credential } = request
    const caller = credential === null ? anonymousCaller : await this.#callers.find(credential)
    if (!caller) return null
    return this.#runWith(this.#contextFor(request, caller), request, parsed, type)
  }

  async #runWith(
    callerContext: Context,
    request: RequestWithCredential,
    { operation, operationName, variables }: OperationRequest,
    type: string,
  ): Promise<FastResponse | null> {
    request.requestContext.viewer = accountOf(callerContext)?.id ?? null
    const limits = recordLimits(this.#services.limits)
    const context = { ...callerContext, limits }
    if (!operation.isQuery && isAnotherAccount(context)) return null
    request.hasBegun = true
    const result = await operation.run(context, variables)
    request.hasBegun = !isRefused(result)
    if (!request.hasBegun) return null
    const cookie = context.replicas?.cookieFor(context)
    return fromResult(toPublicResult(result, context, operationName), type, [
      ...this.#rateLimits(limits.consumed),
      ...(cookie ? ['Set-Cookie', cookie] : []),
    ])
  }

  #fromCache(
    { requestContext }: FastRequest,
    cached: CachedResponse,
    posts: ViewerPosts,
    type: string,
  ): FastResponse {
    requestContext.operation = cached.operationName
    return { ...fromCache(cached, posts, type), headers: this.#unusedLimits }
  }

  #rateLimits(consumed: RecordedLimits['consumed']): readonly string[] {
    const headers = rateLimitHeaders(consumed)
    return headers.length > 0 ? headers : this.#unusedLimits
  }

  #contextFor({ req, requestContext }: FastRequest, caller: Caller): Context {
    const requestId = requestContext.id
    const clientAddress = this.#addressOf(req)
    return contextFor(this.#services, req, { ...caller, requestId, clientAddress })
  }
}
