import { Router } from 'express'
import { exportData } from '../export/export.routes.ts'
import { accountRoutes } from './account.routes.ts'
import type { Auth } from './auth.ts'
import { mailRoutes } from './mail.routes.ts'
import { passkeyRoutes } from './passkey.routes.ts'
import { signInRoutes } from './sign-in.routes.ts'
import { signUpRoutes } from './sign-up.routes.ts'
import { twoFactorRoutes } from './two-factor.routes.ts'

/** All of accounts that is reachable from outside, mounted at /api/auth; what is not named here does not exist. */
export function authRoutes(auth: Auth): Router {
  const routes = Router()
  routes.use(signUpRoutes(auth), signInRoutes(auth), accountRoutes(auth), mailRoutes())
  routes.get('/export', exportData)
  routes.use('/two-factor', twoFactorRoutes())
  routes.use('/passkey', passkeyRoutes(auth))
  return routes
}
