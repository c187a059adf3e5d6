import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { APIError } from 'better-auth/api'
import type { Services } from '#api/context.ts'
import { cookiePrefix } from '#api/http/cookie-name.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { hashForUnknown, verifyPassword } from '../common/password-hash.ts'
import { signInAs } from './sign-in-as.ts'

const DAY = 24 * 60 * 60
export const SESSION_LIFETIME = 30 * DAY
/** A session is lengthened once a day at most, so that most requests write nothing. */
export const SESSION_RENEWAL = DAY

export type Auth = ReturnType<typeof createAuth>

/**
 * Sessions, password checks and passkeys, by better-auth. Its own routes are not mounted: the routes beside this file
 * call what the product uses. Accounts are made by `createAccount` alone.
 */
export function createAuth({ settings, database, log }: Services) {
  const url = new URL(settings.publicUrl)
  return betterAuth({
    appName: 'Good Vibes',
    baseURL: settings.publicUrl,
    basePath: '/api/auth',
    secret: settings.authSecret,
    trustedOrigins: [url.origin],
    database: prismaAdapter(database, { provider: 'postgresql', transaction: true }),
    user: { fields: { name: 'displayName', image: 'avatar' } },
    // No check of a session's age: `confirmOwner` decides before a passkey is added.
    session: { expiresIn: SESSION_LIFETIME, updateAge: SESSION_RENEWAL, freshAge: 0 },
    // It hashes for unknown addresses alone: passwords are set by the product's own routes.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashForUnknown, verify: verifyPassword },
    },
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
        // Signing in by passkey names nobody beforehand, so the device has to know whose it is.
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        advanced: { webAuthnChallengeCookie: 'passkey' },
      }),
    ],
    advanced: {
      cookiePrefix: cookiePrefix(settings),
      // Its own prefix is `__Secure-`, which other hosts of the domain can set.
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
