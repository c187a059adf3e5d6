import { Router } from 'express'
import { exportData } from '../export/export.routes.ts'
import { accountRoutes } from './account/account.routes.ts'
import { passkeyRoutes } from './passkey/passkey.routes.ts'
import { mailRoutes } from './password/mail.routes.ts'
import type { Auth } from './session/auth.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts'

/** All of accounts that is reachable from outside, mounted at /api/auth; what is not named here does not exist. */
export function authRoutes(auth: Auth): Router {
  const routes = Router()
  routes.use(signUpRoutes(auth), signInRoutes(auth), accountRoutes(auth), mailRoutes())
  routes.get('/export', exportData)
  routes.use('/two-factor', twoFactorRoutes())
  routes.use('/passkey', passkeyRoutes(auth))
  return routes
}
