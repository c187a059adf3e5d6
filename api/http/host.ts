import type { Request, RequestHandler } from 'express'
import ipaddr from 'ipaddr.js'
import type { Settings } from '#api/settings/settings.ts'
import { sendProblem } from './problem.ts'

/** Nothing that would begin another part of a URL. */
const HOST = /^[^/?#@\\\s]+$/

/** The name in the Host header, without port and brackets. Empty when it is missing or invalid. */
export function requestedHost(req: Request): string {
  return hostNameOf(req.headers.host)
}

/** The name in `host` or `host:port`. Empty when it is invalid. */
function hostNameOf(host: string | undefined): string {
  return host && HOST.test(host) && URL.canParse(`http://${host}`) ? nameOf(`http://${host}`) : ''
}

export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name)
}

export function isLoopbackAddress(address: string | undefined): boolean {
  return (
    address !== undefined &&
    ipaddr.isValid(address) &&
    ipaddr.process(address).range() === 'loopback'
  )
}

function nameOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/**
 * Checks the header `Host`. Guards against DNS rebinding: a server on loopback rejects names that
 * another site could point at this machine. Any server rejects what is no host and port.
 */
export function createHostCheck(settings: Settings): (host: string | undefined) => boolean {
  const isAllowed = hostRule(settings)
  // Most requests have the same host, and parsing it takes 5 % of one for a cached page.
  let lastAllowed: string | undefined
  return (host) => {
    if (host !== undefined && host === lastAllowed) return true
    if (!isAllowed(host)) return false
    lastAllowed = host
    return true
  }
}

function hostRule({ host: listensAt, publicUrl }: Settings) {
  // HTTP/1.0 has no such header.
  if (!isLoopbackName(listensAt))
    return (host: string | undefined) => host === undefined || hostNameOf(host) !== ''
  const own = nameOf(publicUrl)
  return (host: string | undefined) => {
    const name = hostNameOf(host)
    return name === own || isLoopbackName(name)
  }
}

export function hostCheck(settings: Settings): RequestHandler {
  const isAllowed = createHostCheck(settings)
  const { publicUrl } = settings
  return (req, res, next) => {
    if (isAllowed(req.headers.host)) return next()
    sendProblem(res, {
      status: 421,
      code: 'HOST_NOT_ALLOWED',
      detail: `This server only answers at ${publicUrl}. Open Good Vibes there.`,
    })
  }
}

/** Redirects a browser from other names of this machine to `PUBLIC_URL`, where sign-in works. */
export function canonicalHost({ publicUrl }: Settings): RequestHandler {
  const { host } = new URL(publicUrl)
  return (req, res, next) => {
    const opensPage =
      req.method === 'GET' &&
      req.get('sec-fetch-mode') === 'navigate' &&
      req.get('sec-fetch-dest') === 'document'
    if (!opensPage || req.headers.host === host || !isLoopbackName(requestedHost(req)))
      return next()
    res.redirect(307, publicUrl + req.originalUrl)
  }
}
