import { Router } from 'express'
import * as accountApi from '#rules/account-api.ts'
import { exportData } from '../export/export.routes.ts'
import { accountRoutes } from './account/account.routes.ts'
import { emailRoutes } from './account/email.routes.ts'
import { passkeyRoutes } from './passkey/passkey.routes.ts'
import { passwordResetRoutes } from './password/password-reset.routes.ts'
import { mount } from './session/account-route.ts'
import type { Auth } from './session/auth.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts'

/** Every account route but those of the provider and `/api/logout`. */
export function authRoutes(auth: Auth): Router {
  const routes = Router()
  routes.use(
    signUpRoutes(auth),
    signInRoutes(auth),
    accountRoutes(auth),
    emailRoutes(),
    passwordResetRoutes(),
    twoFactorRoutes(),
    passkeyRoutes(auth),
  )
  mount(routes, accountApi.exportAccount, exportData)
  return routes
}
