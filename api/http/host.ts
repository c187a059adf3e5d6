import type { Request, RequestHandler } from 'express'
import ipaddr from 'ipaddr.js'
import type { Settings } from '#api/settings/settings.ts'
import { sendProblem } from './problem.ts'

/** The name in the Host header, without its port; IPv6 without its brackets. Empty when there is none or it is no host. */
export function requestedHost(req: Request): string {
  return hostNameOf(req.headers.host)
}

/** The name in a host with or without a port; empty when it is none. */
export function hostNameOf(host: string | undefined): string {
  return host && URL.canParse(`http://${host}`) ? nameOf(`http://${host}`) : ''
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
 * Whether this server may be asked under a name. While only this machine can connect, a page of another site could still make
 * a browser connect here under its own name (DNS rebinding). So a name has to be ours.
 */
export function createNameCheck({ host, publicUrl }: Settings): (name: string) => boolean {
  if (!isLoopbackName(host)) return () => true
  const own = nameOf(publicUrl)
  return (name) => name === own || isLoopbackName(name)
}

export function hostCheck(settings: Settings): RequestHandler {
  const [isOurs, { publicUrl }] = [createNameCheck(settings), settings]
  return (req, res, next) => {
    if (isOurs(requestedHost(req))) return next()
    sendProblem(res, {
      status: 421,
      detail: `This server answers at ${publicUrl} and under no other name.`,
    })
  }
}

/** A person who opens another name of this machine is led to the one for which sign-in works. */
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
