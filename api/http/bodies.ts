import express, { type RequestHandler, Router } from 'express'

const LIMIT = '1mb'
/** A body that may carry an embedded picture of 5 MB, which base64 makes a third larger. */
const PICTURE_LIMIT = '8mb'

/** Reads the JSON bodies of /api. */
export function apiBodies(): Router {
  const bodies = Router()
  bodies.post('/posts', express.json({ limit: PICTURE_LIMIT }))
  bodies.patch('/users/:id', express.json({ limit: PICTURE_LIMIT }))
  bodies.use(express.json({ limit: LIMIT }))
  return bodies
}

/** Reads a GraphQL request's body as it is; what is in it is for GraphQL to say. */
export const graphqlBody: RequestHandler = express.raw({ limit: LIMIT, type: () => true })
