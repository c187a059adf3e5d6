import type { IncomingMessage } from 'node:http'
import { createNameCheck, hostNameOf } from '#api/http/host.ts'
import { createSiteCheck } from '#api/http/write-check.ts'
import type { Settings } from '#api/settings/settings.ts'
import { demoUser } from '#rules/demo-user.ts'

/** Operations are small. Express reads what is larger. */
const MAX_BODY_BYTES = 64 * 1024
const JSON_TYPE = /^application\/json(?: *; *charset=utf-8)?$/i

/** Whether a request passes every check that Express would make, and asks for nothing that only Express does. */
export function createPlainCheck(settings: Settings): (req: IncomingMessage) => boolean {
  const [isOwnName, isOwnSite] = [createNameCheck(settings), createSiteCheck(settings)]
  return ({ method, url, headers }) => {
    const length = Number(headers['content-length'])
    return (
      method === 'POST' &&
      url === '/graphql' &&
      length > 0 &&
      length <= MAX_BODY_BYTES &&
      headers['content-encoding'] === undefined &&
      JSON_TYPE.test(headers['content-type'] ?? '') &&
      isOwnName(hostNameOf(headers.host)) &&
      isOwnSite(headers) &&
      headers[demoUser.header.toLowerCase()] === undefined &&
      headers['if-none-match'] === undefined &&
      headers['sec-fetch-mode'] !== 'navigate' &&
      headers.upgrade === undefined
    )
  }
}

/** Reads the body of a request that tells its length. Calls nothing when the caller goes away. */
export function readBody(req: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('error', () => {})
  req.on('end', () => done(Buffer.concat(chunks).toString()))
}

/** A body can be read only once, so Yoga gets it as Express's parsers leave theirs. Yoga reads what is no object as text. */
export function leaveBody(req: IncomingMessage, text: string): void {
  Object.assign(req, { body: jsonObject(text) ?? text })
}

/** @returns null for what is not a JSON object with something in it */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject =
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
