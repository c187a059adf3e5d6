import type { RequestHandler } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { notFound } from '#api/http/problem.ts'

/** Lets past what needs mail; where none is sent, it is not there. */
export const whereMailIsSent: RequestHandler = (_req, res, next) =>
  contextOf(res).mail ? next() : notFound(res)
