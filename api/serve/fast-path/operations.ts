import type { IncomingMessage } from 'node:http'
import type { Context, Services, Viewer } from '#api/context.ts'
import type { Session, Sessions } from '#api/features/auth/session/session.ts'
import { mayAskAgain } from '#api/graphql/compiled.ts'
import { presented } from '#api/graphql/faults.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { MAX_UUID } from '#api/lib/ids.ts'
import { refundable } from '#api/limits/rate-limits.ts'
import type { RequestContext } from '#api/telemetry/request-context.ts'
import { jsonObject } from './plain-request.ts'
import type { FastResponse } from './respond.ts'
import { ResponseCache } from './response-cache.ts'
import { fill, type Request, render, type Template } from './template.ts'

export interface OperationsNeeds {
  services: Services
  sessions: Sessions
  graphql: Graphql
}

/** A request for an operation. */
export interface Call {
  req: IncomingMessage
  work: RequestContext
  /** The body. */
  text: string
  /** The token of a session that has yet to be looked up; null without a cookie. */
  token: string | null
  contextFor(viewer: Viewer | null): Context
}

/** @returns null to decline a request, which has changed nothing then */
type Answer = (call: Call) => FastResponse | null | Promise<FastResponse | null>

/** Answers operations that ran before: the newest page of the feed from the response cache, all others by compiled code. */
export function createOperations({ services, sessions, graphql }: OperationsNeeds): Answer {
  const { recentPosts } = services
  const responses = new ResponseCache()

  function parse(text: string): Request | null {
    const { query, operationName = null, variables, extensions } = jsonObject(text) ?? {}
    if (
      typeof query !== 'string' ||
      (operationName !== null && typeof operationName !== 'string') ||
      !isFlat(variables) ||
      extensions != null
    )
      return null
    const operation = graphql.compiled.find(query, operationName)
    return operation?.isAffordable(variables ?? {})
      ? { operation, operationName, variables: variables ?? {} }
      : null
  }

  /** An active session's account. A session that is due for renewal is left to Express. */
  function viewerOf(session: Session | null | undefined): Viewer | null {
    if (!session || sessions.isDue(session)) return null
    return { id: session.userId, isDemo: false, needsUsername: session.needsUsername }
  }

  async function newestPage(
    { text, token, contextFor }: Call,
    request: Request,
  ): Promise<Template | null> {
    const snapshot = await recentPosts?.get(token === null ? 'recent' : 'latest')
    return snapshot
      ? responses.getOrRender(text, snapshot, () =>
          render(graphql.schema, request, snapshot, contextFor(null)),
        )
      : null
  }

  async function answerNewestPage(
    call: Call,
    request: Request,
    type: string,
  ): Promise<FastResponse | null> {
    const { token, work } = call
    const oldest = recentPosts?.oldestId ?? MAX_UUID
    const [template, reader] = await Promise.all([
      newestPage(call, request),
      token === null ? null : sessions.findReader(token, oldest),
    ])
    if (!template || token === null) return template && responseFrom(template, [], type)
    const viewer = viewerOf(reader?.session)
    // After many deletions the page can reach beyond the posts whose likes were looked up.
    if (!reader || !viewer || template.oldest < oldest) return null
    work.viewer = viewer.id
    return responseFrom(template, reader.likes, type)
  }

  async function run(
    { token, work, contextFor }: Call,
    { operation, operationName, variables }: Request,
    type: string,
  ) {
    const viewer = token === null ? null : viewerOf(await sessions.find(token))
    if (token !== null && !viewer) return null
    work.viewer = viewer?.id ?? null
    const limits = refundable(services.limits)
    const context = { ...contextFor(viewer), limits }
    const result = await operation.run(context, variables)
    if (mayAskAgain(operation, result)) {
      // Express counts the request itself.
      await limits.refundAll()
      return null
    }
    const cookie = context.replicas?.cookieFor(context)
    return responseOf(
      presented(result, context, operationName),
      type,
      cookie ? ['Set-Cookie', cookie] : [],
    )
  }

  async function answer(call: Call, request: Request, type: string): Promise<FastResponse | null> {
    const { operation, variables } = request
    call.work.operation = operation.name
    return (
      (operation.isNewestPage(variables) && (await answerNewestPage(call, request, type))) ||
      run(call, request, type)
    )
  }

  return (call) => {
    const type = responseType(call.req)
    if (!type) return null
    // An anonymous reader of a cached page waits for nothing.
    const snapshot = call.token === null ? recentPosts?.getIfFresh() : null
    const template = snapshot && responses.get(call.text, snapshot)
    if (template) {
      call.work.operation = template.operation
      return responseFrom(template, [], type)
    }
    const request = parse(call.text)
    return request && answer(call, request, type)
  }
}

function responseFrom(template: Template, likes: readonly string[], type: string): FastResponse {
  const body = fill(template, likes)
  return { type, body, shared: body === template.unliked }
}

function responseOf(
  { extensions, ...result }: ReturnType<typeof presented>,
  type: string,
  headers: readonly string[],
): FastResponse {
  const { http, ...rest } = (extensions ?? {}) as {
    http?: { status?: number; headers?: Record<string, string> }
  }
  const shown = Object.keys(rest).length > 0 ? { extensions: rest } : {}
  return {
    status: http?.status ?? (result.errors && result.data == null ? 500 : 200),
    type,
    body: Buffer.from(JSON.stringify({ ...result, ...shown })),
    headers: [...headers, ...Object.entries(http?.headers ?? {}).flat()],
  }
}

/** The type that Yoga would answer in; null where Yoga has to negotiate it. */
function responseType({ headers: { accept = '*/*' } }: IncomingMessage): string | null {
  if (accept.startsWith('application/graphql-response+json'))
    return 'application/graphql-response+json; charset=utf-8'
  return accept === '*/*' || accept.startsWith('application/json')
    ? 'application/json; charset=utf-8'
    : null
}

const MAX_VALUES = 20

/** Few values, none deeper than an input's. The guards behind Express refuse others. */
function isFlat(variables: unknown): variables is Record<string, unknown> | null | undefined {
  if (variables == null) return true
  if (typeof variables !== 'object' || Array.isArray(variables)) return false
  const values = Object.values(variables)
  return (
    values.length <= MAX_VALUES &&
    values.every((value) => typeof value !== 'object' || value === null || isInput(value))
  )
}

function isInput(value: object): boolean {
  const values = Object.values(value)
  return (
    values.length <= MAX_VALUES && values.every((each) => typeof each !== 'object' || each === null)
  )
}
