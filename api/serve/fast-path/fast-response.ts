import type { IncomingMessage } from 'node:http'
import type { ExecutionResult } from 'graphql'
import type { ViewerPosts } from '#api/features/post/post-viewer-state.ts'
import { type CachedResponse, fillSlots } from './cached-response.ts'

export interface FastResponse {
  status?: number
  type: string
  body: Buffer
  /** Whether other callers get the same bytes. */
  isShared?: boolean
  /** Name, value, name, value … */
  headers?: readonly string[]
}

/** The media type that Yoga would choose. Null where Yoga has to negotiate it. */
export function responseType({ headers: { accept = '*/*' } }: IncomingMessage): string | null {
  if (accept.startsWith('application/graphql-response+json'))
    return 'application/graphql-response+json; charset=utf-8'
  return accept === '*/*' || accept.startsWith('application/json')
    ? 'application/json; charset=utf-8'
    : null
}

export function fromCache(
  cached: CachedResponse,
  viewerPosts: ViewerPosts,
  type: string,
): FastResponse {
  const body = fillSlots(cached, viewerPosts)
  return { type, body, isShared: body === cached.anonymous }
}

export function fromResult(
  { extensions, ...result }: ExecutionResult,
  type: string,
  headers: readonly string[],
): FastResponse {
  const { http, ...publicExtensions } = (extensions ?? {}) as {
    http?: { status?: number; headers?: Record<string, string> }
  }
  const body = {
    ...result,
    ...(Object.keys(publicExtensions).length > 0 && { extensions: publicExtensions }),
  }
  return {
    status: http?.status ?? (result.errors && result.data == null ? 500 : 200),
    type,
    body: Buffer.from(JSON.stringify(body)),
    headers: [...headers, ...Object.entries(http?.headers ?? {}).flat()],
  }
}
