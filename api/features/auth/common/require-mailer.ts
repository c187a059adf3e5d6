import type { RequestHandler } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { notFound } from '#api/http/problem.ts'

/** Responds with 404 if no mail server is configured. */
export const requireMailer: RequestHandler = (_req, res, next) =>
  contextOf(res).mail ? next() : notFound(res)
