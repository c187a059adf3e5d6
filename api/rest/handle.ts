import type { Request, RequestHandler, Response } from 'express'
import type { Context } from '#api/context.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { contextOf } from '#api/http/locals.ts'
import type { Settings } from '#api/settings/settings.ts'
import { actAs } from './actor.ts'
import type { ExecuteOptions } from './execute.ts'
import type { RawInput } from './parse-input.ts'
import type { OperationRoute, RouteResult } from './route.ts'
import { usersInBody } from './variables.ts'

/** Creates the handler of a route. */
export function handle(route: OperationRoute, graphql: Graphql): RequestHandler {
  return async (req, res) => {
    const { params, query, headers, body } = req
    const request = {
      params: params as Partial<Record<string, string>>,
      query,
      headers,
      body: body as unknown,
    }
    const options = { context: contextOf(res), graphql }
    const context =
      route.method === 'get' ? options.context : await actingContext(route, request, options)
    send(req, res, route.status, await route.run(request, { ...options, context }))
  }
}

/** The context of a change: whom its path or body names must be the caller. */
async function actingContext(
  { callerInPath }: OperationRoute,
  request: RawInput,
  options: ExecuteOptions,
): Promise<Context> {
  const inPath = callerInPath ? [await callerInPath(request, options)] : []
  return actAs([...inPath, ...usersInBody(request)], options.context)
}

function send(
  req: Request,
  res: Response,
  status: number,
  { body, nextCursor, location }: RouteResult,
) {
  const { settings } = contextOf(res)
  if (location) res.location(`${settings.publicUrl}/api${location}`)
  if (nextCursor) res.set('Link', nextPageLink(req.originalUrl, nextCursor, settings))
  res.status(status)
  if (body === undefined) res.end()
  else res.json(body)
}

function nextPageLink(url: string, cursor: string, { publicUrl }: Settings): string {
  const next = new URL(url, publicUrl)
  next.searchParams.set('cursor', cursor)
  return `<${next.href}>; rel="next"`
}
