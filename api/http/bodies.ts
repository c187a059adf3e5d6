import express, { Router } from 'express'

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
