import { type Request, Router } from 'express'
import type { Services } from '#api/context.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { sendProblem } from '#api/http/problem.ts'
import { createDescription, descriptions } from './description.ts'
import { handle } from './handle.ts'
import { postRows } from './post-rows.ts'
import type { Call, Row } from './row.ts'
import { handleUpload, upload } from './upload.ts'
import { userRows } from './user-rows.ts'

const READ = 'GET, HEAD'

/** Every call that is an operation of the schema. */
const rows: readonly Row[] = [...postRows, ...userRows]
/** Every call there is, in the order in which they are described. */
export const calls: readonly Call[] = [...rows, upload]

/** The REST calls, mounted at /api. */
export function createRest({ settings }: Pick<Services, 'settings'>, graphql: Graphql): Router {
  const routes = Router()
  for (const row of rows) routes[row.method](route(row), handle(row, graphql))
  routes[upload.method](route(upload), handleUpload)
  routes.use(createDescription(calls, settings))
  for (const [path, allow] of methodsByPath()) {
    routes.all(path, (req: Request, res) => {
      res.set('Allow', allow)
      sendProblem(res, { status: 405, detail: `This address takes ${allow}, not ${req.method}.` })
    })
  }
  return routes
}

/** A path as Express writes it. */
function route({ path }: Call): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function methodsByPath(): Map<string, string> {
  const methods = Map.groupBy(calls, route)
  const allowed = (each: Call) => (each.method === 'get' ? [READ] : [each.method.toUpperCase()])
  const ofCalls = [...methods].map(
    ([path, calls]) => [path, calls.flatMap(allowed).join(', ')] as const,
  )
  return new Map([...ofCalls, ...descriptions.map((path) => [path, READ] as const)])
}
