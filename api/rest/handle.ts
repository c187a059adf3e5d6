import type { Request, RequestHandler, Response } from 'express'
import type { Graphql } from '#api/graphql/yoga.ts'
import { contextOf, localsOf } from '#api/http/locals.ts'
import { sendProblem } from '#api/http/problem.ts'
import type { Settings } from '#api/settings/settings.ts'
import { actAs } from './actor.ts'
import { OperationFault } from './execute.ts'
import type { Answer, Row } from './row.ts'

/** Answers a row's call: finds out who acts, runs the operation, sends what it answers. Refusals go on to the edge. */
export function handle(row: Row, graphql: Graphql): RequestHandler {
  return async (req, res) => {
    const { params, query, headers, body } = req
    const request = {
      params: params as Partial<Record<string, string>>,
      query,
      headers,
      body: body as unknown,
    }
    const run = { context: contextOf(res), graphql }
    try {
      const context = row.actor ? actAs(await row.actor(request, run), run.context) : run.context
      send(req, res, row.status, await row.answerTo(request, { ...run, context }))
    } catch (error) {
      if (!(error instanceof OperationFault)) throw error
      sendProblem(res, { status: 500, detail: error.message, requestId: localsOf(res).requestId })
    }
  }
}

function send(req: Request, res: Response, status: number, { body, next, location }: Answer) {
  const { settings } = contextOf(res)
  if (location) res.location(`${settings.publicUrl}/api${location}`)
  if (next) res.set('Link', linkToNext(req.originalUrl, next, settings))
  res.status(status)
  if (body === undefined) res.end()
  else res.json(body)
}

/** A `Link` header to the page that follows one at an address. */
export function linkToNext(address: string, cursor: string, { publicUrl }: Settings): string {
  const next = new URL(address, publicUrl)
  next.searchParams.set('cursor', cursor)
  return `<${next.href}>; rel="next"`
}
