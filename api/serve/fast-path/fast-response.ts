import type { ExecutionResult } from 'graphql'
import { type FetchAPI, processRegularResult } from 'graphql-yoga'
import type { ViewerPosts } from '#api/features/post/post-viewer-state.ts'
import type { RawResponse } from '#api/http/fixed-headers.ts'
import { type CachedResponse, fillSlots } from './cached-response.ts'

export interface FastResponse extends RawResponse {
  body: Buffer
  /** Whether other callers get the same bytes. */
  isShared?: boolean
}

export function fromCache(
  cached: CachedResponse,
  viewerPosts: ViewerPosts,
  type: string,
): FastResponse {
  const body = fillSlots(cached, viewerPosts)
  return { type, body, isShared: body === cached.anonymous }
}

const fetchApi = { Response } as FetchAPI

export async function fromResult(
  result: ExecutionResult,
  type: string,
  headers: readonly string[],
): Promise<FastResponse> {
  if (!result.errors && !result.extensions)
    return { type, body: Buffer.from(JSON.stringify(result)), headers }
  const [mediaType = ''] = type.split(';')
  const response = processRegularResult(result, fetchApi, mediaType)
  response.headers.delete('Content-Type')
  return {
    status: response.status,
    type,
    body: Buffer.from(await response.arrayBuffer()),
    headers: [...headers, ...[...response.headers].flat()],
  }
}
