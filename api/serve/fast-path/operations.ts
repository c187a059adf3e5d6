import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Services, Viewer } from '#api/context.ts'
import type { ApiTokens } from '#api/features/api-token/api-token.read.ts'
import type { Sessions } from '#api/features/auth/session/session.ts'
import { noViewerPosts, type ViewerPosts } from '#api/features/post/post-viewer-state.ts'
import { canSee } from '#api/features/visibility/can-see.ts'
import { shouldFallBack } from '#api/graphql/compiled.ts'
import { toPublicResult } from '#api/graphql/masking.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import type { createClientAddress } from '#api/http/client-address.ts'
import type { JsonBody } from '#api/http/json-body.ts'
import { MAX_UUID } from '#api/lib/ids.ts'
import { notePaid } from '#api/limits/paid-limits.ts'
import {
  type RecordedLimits,
  rateLimitHeaders,
  recordLimits,
} from '#api/limits/rate-limit-headers.ts'
import { isAnotherAccount, namedAccountIn } from '#api/named-account.ts'
import type { RequestContext } from '#api/telemetry/request-context.ts'
import { accountOf } from '#api/token-grant.ts'
import { type CachedResponse, render } from './cached-response.ts'
import {
  anonymousCaller,
  anonymousReader,
  type Caller,
  Callers,
  type Credential,
} from './callers.ts'
import { type FastResponse, fromCache, fromResult, responseType } from './fast-response.ts'
import { type OperationRequest, parseOperationRequest } from './operation-request.ts'
import { ResponseCache } from './response-cache.ts'

export interface OperationServices {
  services: Services
  sessions: Sessions
  apiTokens: ApiTokens
  graphql: Graphql
  addressOf: ReturnType<typeof createClientAddress>
}

export interface FastRequest {
  req: IncomingMessage
  res: ServerResponse
  requestContext: RequestContext
  body: JsonBody
}

interface RequestWithCredential extends FastRequest {
  /** Null for anonymous callers. */
  credential: Credential | null
}

/** Runs compiled operations. The newest page of the feed comes from the response cache. */
export class FastOperations {
  readonly #services: Services
  readonly #callers: Callers
  readonly #graphql: Graphql
  readonly #addressOf: (req: IncomingMessage) => string
  readonly #responses = new ResponseCache()
  /** The headers of a response that consumed no limit. */
  readonly #unusedLimits: readonly string[]

  constructor({ services, graphql, addressOf, ...credentials }: OperationServices) {
    this.#services = services
    this.#callers = new Callers(credentials)
    this.#graphql = graphql
    this.#addressOf = addressOf
    this.#unusedLimits = services.settings.rateLimit ? rateLimitHeaders(new Map()) : []
  }

  /** @returns null to decline a request, which had no effect then */
  respond(fastRequest: FastRequest): FastResponse | null | Promise<FastResponse | null> {
    const type = responseType(fastRequest.req)
    if (!type) return null
    const credential = this.#callers.credentialOf(fastRequest.req.headers)
    if (credential === undefined) return null
    const request = { ...fastRequest, credential }
    const cached = this.#cachedForAnonymous(request)
    if (cached) {
      request.requestContext.operation = cached.operationName
      return this.#fromCache(cached, noViewerPosts, type)
    }
    const operation = parseOperationRequest(request.body, this.#graphql.compiled)
    return operation && this.#run(request, operation, type)
  }

  /** Synchronous, so that an anonymous caller of a cached page never waits. */
  #cachedForAnonymous({
    body,
    credential,
  }: RequestWithCredential): CachedResponse | null | undefined {
    const snapshot = credential === null ? this.#services.recentPosts?.getIfFresh() : null
    return snapshot && this.#responses.get(body.text, snapshot)
  }

  async #run(
    request: RequestWithCredential,
    operationRequest: OperationRequest,
    type: string,
  ): Promise<FastResponse | null> {
    const { operation, variables } = operationRequest
    request.requestContext.operation = operation.name
    const newestPage = operation.isNewestPage(variables)
      ? await this.#newestPage(request, operationRequest, type)
      : null
    return newestPage ?? this.#runCompiled(request, operationRequest, type)
  }

  async #newestPage(
    request: RequestWithCredential,
    operationRequest: OperationRequest,
    type: string,
  ): Promise<FastResponse | null> {
    const { credential, requestContext } = request
    const oldest = this.#services.recentPosts?.oldestId ?? MAX_UUID
    const [cached, reader] = await Promise.all([
      this.#getOrRender(request, operationRequest),
      credential === null ? anonymousReader : this.#callers.findReader(credential, oldest),
    ])
    if (!cached || !reader) return null
    const { viewer, posts } = reader
    if (!viewer) return this.#fromCache(cached, noViewerPosts, type)
    // After many deletions, the page can contain posts older than those whose facts were read.
    if (cached.oldest < oldest) return null
    if (viewer.visibilityVersion > 0 && !(await this.#seesAll(viewer, cached))) return null
    requestContext.viewer = viewer.id
    return this.#fromCache(cached, posts, type)
  }

  /** Whether a viewer's feed contains all posts of a response. */
  async #seesAll(viewer: Viewer, { authors }: CachedResponse): Promise<boolean> {
    const hidden = await this.#services.hiddenUsers(viewer)
    return [...authors].every((author) => canSee(hidden, author))
  }

  async #getOrRender(
    request: RequestWithCredential,
    operationRequest: OperationRequest,
  ): Promise<CachedResponse | null> {
    const snapshot = await this.#services.recentPosts?.get(
      request.credential === null ? 'recent' : 'latest',
    )
    return snapshot
      ? this.#responses.getOrRender(request.body.text, snapshot, () =>
          render(
            this.#graphql.schema,
            operationRequest,
            snapshot,
            this.#contextFor(request, anonymousCaller),
          ),
        )
      : null
  }

  async #runCompiled(
    request: RequestWithCredential,
    { operation, operationName, variables }: OperationRequest,
    type: string,
  ): Promise<FastResponse | null> {
    const { credential, requestContext } = request
    const caller = credential === null ? anonymousCaller : await this.#callers.find(credential)
    if (!caller) return null
    requestContext.viewer = accountOf(caller)?.id ?? null
    const limits = recordLimits(this.#services.limits)
    const context = { ...this.#contextFor(request, caller), limits }
    if (!operation.isQuery && isAnotherAccount(context)) return null
    const result = await operation.run(context, variables)
    if (shouldFallBack(operation, result)) {
      notePaid(request.req, limits.points)
      return null
    }
    const cookie = context.replicas?.cookieFor(context)
    return fromResult(toPublicResult(result, context, operationName), type, [
      ...this.#rateLimits(limits.consumed),
      ...(cookie ? ['Set-Cookie', cookie] : []),
    ])
  }

  #fromCache(cached: CachedResponse, posts: ViewerPosts, type: string): FastResponse {
    return { ...fromCache(cached, posts, type), headers: this.#unusedLimits }
  }

  #rateLimits(consumed: RecordedLimits['consumed']): readonly string[] {
    if (consumed.size === 0) return this.#unusedLimits
    return rateLimitHeaders(consumed)
  }

  #contextFor({ req, requestContext }: FastRequest, { viewer, token }: Caller): Context {
    return {
      ...this.#services,
      viewer,
      token,
      namedAccount: namedAccountIn(req.headers),
      requestId: requestContext.id,
      clientAddress: this.#addressOf(req),
      ...(!token && this.#services.replicas?.route(req.headers.cookie, viewer)),
    }
  }
}
