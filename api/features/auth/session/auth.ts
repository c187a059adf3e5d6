import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { APIError } from 'better-auth/api'
import type { Services } from '#api/context.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { cookiePrefix } from '#api/settings/cookie-prefix.ts'
import { ACCOUNT_ROUTES } from '#rules/paths.ts'
import { signInAs } from './sign-in-as.ts'

const DAY_SECONDS = 24 * 60 * 60
export const SESSION_TTL_SECONDS = 30 * DAY_SECONDS
/** A session is renewed once a day at most, so most requests write nothing. */
export const SESSION_RENEWAL_SECONDS = DAY_SECONDS

/**
 * Of the response to a passkey whose device checked a fingerprint, face or PIN. Our route reads it
 * and does not send it on.
 */
export const USER_VERIFIED_HEADER = 'x-user-verified'

export type Auth = ReturnType<typeof createAuth>

/**
 * Configures better-auth for sessions and passkeys. Its router is not mounted;
 * our routes call its API. Only `createAccount` creates accounts.
 */
export function createAuth({ settings, database, log }: Services) {
  const url = new URL(settings.publicUrl)
  return betterAuth({
    appName: 'Good Vibes',
    baseURL: settings.publicUrl,
    basePath: ACCOUNT_ROUTES,
    secret: settings.authSecret,
    trustedOrigins: [url.origin],
    database: prismaAdapter(database, { provider: 'postgresql', transaction: true }),
    user: { fields: { name: 'displayName', image: 'avatar' } },
    // `reauthenticate` checks the session's age before a passkey is added.
    session: { expiresIn: SESSION_TTL_SECONDS, updateAge: SESSION_RENEWAL_SECONDS, freshAge: 0 },
    databaseHooks: {
      session: {
        create: {
          async before({ userId }) {
            const user = await database.user.findUnique({
              where: { id: userId },
              select: { disabledAt: true },
            })
            if (user?.disabledAt !== null || userId === DEMO_USER_UUID)
              throw APIError.fromStatus('UNAUTHORIZED')
          },
        },
      },
    },
    plugins: [
      signInAs,
      passkey({
        rpID: url.hostname,
        rpName: 'Good Vibes',
        origin: url.origin,
        // Signing in sends no username, so the device must store the account (resident key).
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        authentication: {
          afterVerification: async ({ ctx, verification }) => {
            if (verification.authenticationInfo.userVerified)
              ctx.setHeader(USER_VERIFIED_HEADER, '1')
          },
        },
        advanced: { webAuthnChallengeCookie: 'passkey' },
      }),
    ],
    advanced: {
      cookiePrefix: cookiePrefix(settings),
      // It would use the prefix `__Secure-`, which other hosts of the domain can set.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: url.protocol === 'https:' },
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => log.error({ details }, `better-auth: ${message}`),
    },
  })
}
