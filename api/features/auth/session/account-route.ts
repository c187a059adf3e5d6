import type { IRouter, Request, RequestHandler, Response } from 'express'
import type * as z from 'zod/mini'
import { refuseSuspended } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { contextOf, localsOf } from '#api/http/locals.ts'
import { expressPath } from '#api/http/paths.ts'
import { notFound } from '#api/http/problem.ts'
import type { AccountRoute } from '#rules/account-api.ts'
import { readBody } from '../common/read-body.ts'
import { requireSession } from './require-session.ts'
import type { Session } from './session.ts'

const methods = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const

type BodyOf<Part> = Part extends z.ZodMiniType<infer Body, unknown> ? Body : undefined
type ResponseOf<Row extends AccountRoute> = Row extends { response: infer Schema }
  ? BodyOf<Schema>
  : unknown

/** A request that passed the checks of its route. */
export interface AccountRequest<Row extends AccountRoute> {
  context: Context
  session: Row['session'] extends true ? Session : Session | null
  body: Row extends { request: infer Schema } ? BodyOf<Schema> : undefined
  req: Request
  res: Response
}

/** Mounts an account route, which responds with what `run` returns if its row has a response. */
export function accountRoute<Row extends AccountRoute>(
  router: IRouter,
  row: Row,
  run: (request: AccountRequest<Row>) => Promise<ResponseOf<Row>>,
): void {
  mount(router, row, async (req, res) => {
    const { request } = row
    const call = {
      context: contextOf(res),
      session: localsOf(res).session,
      body: request && readBody({ request }, req),
      req,
      res,
    }
    const body = await run(call as AccountRequest<Row>)
    send(res, row.status, row.response && body)
  })
}

/**
 * Mounts the handlers of an account route that respond themselves. It needs what its row says, and
 * refuses suspended accounts unless the row says otherwise.
 */
export function mount(
  router: IRouter,
  { method, path, session, whileSuspended, needs }: AccountRoute,
  ...handlers: RequestHandler[]
): void {
  const isRefused = session && method !== 'GET' && !whileSuspended
  const checks = [
    ...(needs === 'SMTP_URL' ? [requireMailer] : []),
    ...(session ? [checkSession] : []),
    ...(isRefused ? [requireNoSuspension] : []),
  ]
  router[methods[method]](expressPath(path), ...checks, ...handlers)
}

/** Responds with 404 if no mail server is configured. */
const requireMailer: RequestHandler = (_req, res, next) =>
  contextOf(res).mail ? next() : notFound(res)

const checkSession: RequestHandler = (_req, res, next) => {
  requireSession(res)
  next()
}

const requireNoSuspension: RequestHandler = (_req, res, next) => {
  refuseSuspended(requireSession(res).viewer)
  next()
}

/** Responds with the status and body of an account route. */
export function respond<Row extends AccountRoute>(
  res: Response,
  { status }: Row,
  ...bodies: Row extends { response: infer Schema } ? [BodyOf<Schema>] : []
): void {
  const [body] = bodies as readonly unknown[]
  send(res, status, body)
}

function send(res: Response, status: number, body: unknown): void {
  res.status(status)
  if (body === undefined) res.end()
  else res.json(body)
}
