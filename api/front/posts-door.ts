import { parse } from 'node:querystring'
import { execute } from 'graphql'
import type { Context } from '../context.ts'
import { linkToNext } from '../rest/handle.ts'
import { listPosts } from '../rest/post-rows.ts'
import type { Door, DoorNeeds } from './front.ts'
import { answerFrom } from './reader.ts'
import type { Render } from './template.ts'

const LONGEST_ADDRESS = 300
const TYPE = 'application/json; charset=utf-8'

/** Answers the list of posts from the newest ones. */
export function createPostsDoor({ graphql, sessions, templates, services: { settings } }: DoorNeeds): Door {
  const render =
    (address: string, context: Context): Render =>
    async (posts) => {
      const query = parse(address.split('?')[1] ?? '')
      const schema = graphql.schema
      const run = {
        context: { ...context, posts },
        graphql: {
          ...graphql,
          execute: async (...[document, variableValues, contextValue]: Parameters<typeof graphql.execute>) =>
            execute({ schema, document, variableValues, contextValue }),
        },
      }
      try {
        const { body, next } = await listPosts.answerTo({ params: {}, query, headers: {}, body: undefined }, run)
        return { text: JSON.stringify(body), link: next ? linkToNext(address, next, settings) : null }
      } catch {
        // Refused, or beyond the newest posts: Express tells which.
        return null
      }
    }

  return async ({ req, token, context }) => {
    const { url: address = '', headers } = req
    if (address.length > LONGEST_ADDRESS || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return null
    const template = await templates.find(address, render(address, context))
    return template && answerFrom(template, token, sessions, TYPE)
  }
}
