import { type Request, type Response, Router } from 'express'
import * as accountApi from '#rules/account-api.ts'
import { mount } from '../session/account-route.ts'
import type { Auth } from '../session/auth.ts'
import { sendSignedIn, signOut } from '../session/session.http.ts'
import { signInWith } from './sign-in.http.ts'

/** Sign-in by email or username, sign-out. */
export function signInRoutes(auth: Auth): Router {
  const routes = Router()

  mount(routes, accountApi.signIn, signIn)
  mount(routes, accountApi.signInWithUsername, signIn)
  mount(routes, accountApi.signOutAlias, signOut(auth))

  async function signIn(req: Request, res: Response) {
    const { headers, account } = await signInWith(auth, req, res, req.body)
    await sendSignedIn(res, headers, account)
  }

  return routes
}
