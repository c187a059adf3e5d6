import type { IRouter, Request, RequestHandler, Response } from 'express'
import type * as z from 'zod/mini'
import { refuseSuspended } from '#api/actor.ts'
import { expressPath } from '#api/http/express-path.ts'
import { localsOf } from '#api/http/locals.ts'
import { inputError, problemOfIssue } from '#api/lib/errors.ts'
import type { AccountRoute } from '#rules/account-api.ts'

const methods = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const

/**
 * Mounts the handlers of an account route. It refuses suspended accounts unless the route says so.
 */
export function mount(
  router: IRouter,
  { method, path, session, whileSuspended }: AccountRoute,
  ...handlers: RequestHandler[]
): void {
  const isRefused = session && method !== 'GET' && !whileSuspended
  const checks = isRefused ? [requireNoSuspension] : []
  router[methods[method]](expressPath(path), ...checks, ...handlers)
}

const requireNoSuspension: RequestHandler = (_req, res, next) => {
  const { session } = localsOf(res)
  if (session) refuseSuspended(session.viewer)
  next()
}

/**
 * Reads the JSON body of a request.
 * @throws AppError BAD_INPUT with the first problem of every invalid field
 */
export function readBody<Body>(
  { request }: { request: z.ZodMiniType<Body, unknown> },
  req: Pick<Request, 'body'>,
): Body {
  const { data, error } = request.safeParse({ ...(req.body as object | undefined) })
  if (!error) return data
  const issues = Map.groupBy(error.issues, ({ path }) => String(path[0] ?? 'body'))
  throw inputError(
    [...issues].map(([field, [issue]]) => problemOfIssue(field, issue?.message ?? '')),
  )
}

type BodyOf<Route> = Route extends { response: z.ZodMiniType<infer Body, unknown> } ? [Body] : []

/** Responds with the status and body of an account route. */
export function respond<Route extends AccountRoute>(
  res: Response,
  { status }: Route,
  ...bodies: BodyOf<Route>
): void {
  res.status(status)
  const [body] = bodies as unknown[]
  if (body === undefined) res.end()
  else res.json(body)
}
