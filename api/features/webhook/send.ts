import http from 'node:http'
import https from 'node:https'
import { codeOf } from '#api/lib/operator-error.ts'
import { PrivateAddressError, publicLookup, type Resolve } from './address.ts'
import { parseWebhookUrl } from './webhook.rules.ts'

/** For name, connection, request and response together. */
const TIMEOUT_MS = 10_000
const MAX_HEADER_BYTES = 16 * 1024

export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

/** The status of a response, or a sentence that says why there is none. */
export type Outcome = { status: number } | { failure: string }

interface Options {
  /** Also reaches private addresses, and without encryption. */
  allowPrivate: boolean
  signal?: AbortSignal | undefined
  /** Tests resolve names themselves. */
  resolve?: Resolve | undefined
  timeoutMs?: number
}

/** Posts a message. Follows no redirect and reads no body. */
export async function send(
  { url: text, headers, body }: Message,
  { allowPrivate, signal, resolve, timeoutMs = TIMEOUT_MS }: Options,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    // The rules may have changed since the webhook was created.
    const url = parseWebhookUrl(text, allowPrivate)
    const status = await post(url, body, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Good-Vibes-Webhooks',
      },
      // A kept connection would skip the check of its address.
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(!allowPrivate && { lookup: publicLookup(resolve) }),
    })
    return { status }
  } catch (error) {
    if (signal?.aborted) throw error
    return { failure: timeout.aborted ? timeoutText(timeoutMs) : failureText(error) }
  }
}

function post(url: URL, body: string, options: https.RequestOptions): Promise<number> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      resolve(response.statusCode ?? 0)
      response.on('error', () => {}).destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const timeoutText = (ms: number) => `There was no response within ${ms / 1_000} seconds.`

function failureText(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'The name has an address on a private network.'
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name could not be resolved.'
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (code?.includes('CERT') || code?.startsWith('ERR_TLS') || code?.includes('SIGNATURE'))
    return 'The certificate is not valid.'
  return 'The connection failed.'
}
