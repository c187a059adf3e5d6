import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Services, Viewer } from '#api/context.ts'
import type { Session, Sessions } from '#api/features/auth/session/session.ts'
import { shouldFallBack } from '#api/graphql/compiled.ts'
import { toPublicResult } from '#api/graphql/masking.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { createClientAddress } from '#api/http/client-address.ts'
import { MAX_UUID } from '#api/lib/ids.ts'
import { refundable } from '#api/limits/rate-limits.ts'
import type { RequestContext } from '#api/telemetry/request-context.ts'
import { type CachedResponse, render } from './cached-response.ts'
import { type FastResponse, fromCache, fromResult, responseType } from './fast-response.ts'
import { type OperationRequest, parseOperationRequest } from './operation-request.ts'
import { ResponseCache } from './response-cache.ts'

export interface OperationServices {
  services: Services
  sessions: Sessions
  graphql: Graphql
}

export interface FastRequest {
  req: IncomingMessage
  res: ServerResponse
  requestContext: RequestContext
  body: string
}

interface RequestWithToken extends FastRequest {
  /** The session token of a correctly signed cookie. */
  token: string | null
}

/** Runs compiled operations. The newest page of the feed comes from the response cache. */
export class FastOperations {
  readonly #services: Services
  readonly #sessions: Sessions
  readonly #graphql: Graphql
  readonly #addressOf: (req: IncomingMessage) => string
  readonly #responses = new ResponseCache()

  constructor({ services, sessions, graphql }: OperationServices) {
    this.#services = services
    this.#sessions = sessions
    this.#graphql = graphql
    this.#addressOf = createClientAddress(services.settings)
  }

  /** @returns null to decline a request, which had no effect then */
  respond(fastRequest: FastRequest): FastResponse | null | Promise<FastResponse | null> {
    const type = responseType(fastRequest.req)
    if (!type) return null
    const token = this.#sessions.tokenFrom(fastRequest.req.headers.cookie)
    const request = { ...fastRequest, token }
    const cached = this.#cachedForAnonymous(request)
    if (cached) {
      request.requestContext.operation = cached.operationName
      return fromCache(cached, [], type)
    }
    const operation = parseOperationRequest(request.body, this.#graphql.compiled)
    return operation && this.#run(request, operation, type)
  }

  /** Synchronous, so that an anonymous caller of a cached page never waits. */
  #cachedForAnonymous({ body, token }: RequestWithToken): CachedResponse | null | undefined {
    const snapshot = token === null ? this.#services.recentPosts?.getIfFresh() : null
    return snapshot && this.#responses.get(body, snapshot)
  }

  async #run(
    request: RequestWithToken,
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
    request: RequestWithToken,
    operationRequest: OperationRequest,
    type: string,
  ): Promise<FastResponse | null> {
    const { token, requestContext } = request
    const oldest = this.#services.recentPosts?.oldestId ?? MAX_UUID
    const [cached, sessionWithLikes] = await Promise.all([
      this.#getOrRender(request, operationRequest),
      token === null ? null : this.#sessions.findWithLikes(token, oldest),
    ])
    if (!cached || token === null) return cached && fromCache(cached, [], type)
    const viewer = this.#viewerOf(sessionWithLikes?.session)
    // After many deletions, the page can contain posts older than those whose likes were read.
    if (!sessionWithLikes || !viewer || cached.oldest < oldest) return null
    requestContext.viewer = viewer.id
    return fromCache(cached, sessionWithLikes.likes, type)
  }

  async #getOrRender(
    request: RequestWithToken,
    operationRequest: OperationRequest,
  ): Promise<CachedResponse | null> {
    const snapshot = await this.#services.recentPosts?.get(
      request.token === null ? 'recent' : 'latest',
    )
    return snapshot
      ? this.#responses.getOrRender(request.body, snapshot, () =>
          render(this.#graphql.schema, operationRequest, snapshot, this.#contextFor(request, null)),
        )
      : null
  }

  async #runCompiled(
    request: RequestWithToken,
    { operation, operationName, variables }: OperationRequest,
    type: string,
  ): Promise<FastResponse | null> {
    const { token, requestContext } = request
    const viewer = token === null ? null : this.#viewerOf(await this.#sessions.find(token))
    if (token !== null && !viewer) return null
    requestContext.viewer = viewer?.id ?? null
    const limits = refundable(this.#services.limits)
    const context = { ...this.#contextFor(request, viewer), limits }
    const result = await operation.run(context, variables)
    if (shouldFallBack(operation, result)) {
      // Express will count the request again.
      await limits.refundAll()
      return null
    }
    const cookie = context.replicas?.cookieFor(context)
    return fromResult(
      toPublicResult(result, context, operationName),
      type,
      cookie ? ['Set-Cookie', cookie] : [],
    )
  }

  /** Null for a session that has ended, and for one that Express has to renew. */
  #viewerOf(session: Session | null | undefined): Viewer | null {
    if (!session || this.#sessions.shouldRenew(session)) return null
    return { id: session.userId, isDemo: false, needsUsername: session.needsUsername }
  }

  #contextFor({ req, requestContext }: FastRequest, viewer: Viewer | null): Context {
    return {
      ...this.#services,
      viewer,
      requestId: requestContext.id,
      clientAddress: this.#addressOf(req),
      ...this.#services.replicas?.route(req.headers.cookie, viewer),
    }
  }
}
