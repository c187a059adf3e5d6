import type { IncomingMessage } from 'node:http'
import type { Context, Services, TokenGrant, Viewer } from '#api/context.ts'
import type { createClientAddress } from '#api/http/client-address.ts'
import { namedAccountIn } from '#api/named-account.ts'

export type AddressOf = ReturnType<typeof createClientAddress>

export interface Caller {
  /** Null for an API token, whose account only acts in fields of its scopes. */
  viewer: Viewer | null
  token: TokenGrant | null
  sessionToken: string | null
}

/**
 * The context of a request, for both doors. Callers with a token read from the primary, because
 * scripts keep no cookie of their last write.
 */
export function contextFor(
  services: Services,
  req: IncomingMessage,
  {
    viewer,
    token,
    sessionToken,
    requestId,
    clientAddress,
  }: Caller & { requestId: string; clientAddress: string },
): Context {
  return {
    ...services,
    viewer,
    token,
    sessionToken,
    namedAccount: namedAccountIn(req.headers),
    requestId,
    clientAddress,
    ...(!token && services.replicas?.route(req.headers.cookie, viewer)),
  }
}
