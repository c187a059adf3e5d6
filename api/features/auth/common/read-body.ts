import type { Request } from 'express'
import type * as z from 'zod/mini'
import { inputError, problemOfIssue } from '#api/lib/errors.ts'

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
