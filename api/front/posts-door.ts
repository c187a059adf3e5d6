import { type ParsedUrlQuery, parse } from 'node:querystring'
import { execute } from 'graphql'
import { linkToNext } from '../rest/handle.ts'
import { listPosts } from '../rest/post-rows.ts'
import type { Door, DoorNeeds, Visit } from './front.ts'
import { answerFrom } from './reader.ts'
import type { Render } from './template.ts'
import { Templates } from './templates.ts'

const LONGEST_ADDRESS = 300
/** The one that lists posts in REST. */
const OPERATION = 'RestPosts'
const TYPE = 'application/json; charset=utf-8'

/** Answers the list of posts from the newest ones. */
export function createPostsDoor(needs: DoorNeeds): Door {
  const { graphql, services } = needs
  const { settings, feed } = services
  const templates = new Templates(services)

  const render =
    (address: string, query: ParsedUrlQuery, { contextFor }: Visit): Render =>
    async (posts, slots) => {
      const schema = graphql.schema
      const context = contextFor(null)
      const run = {
        context: { ...context, reads: { ...context.reads, posts } },
        graphql: {
          ...graphql,
          async execute(...[document, variableValues, contextValue]: Parameters<typeof graphql.execute>) {
            const result = await execute({ schema, document, variableValues, contextValue, fieldResolver: slots.resolver })
            if (result.data) slots.mark(result.data)
            return result
          },
        },
      }
      try {
        const { body, next } = await listPosts.answerTo({ params: {}, query, headers: {}, body: undefined }, run)
        return { text: JSON.stringify(body), link: next ? linkToNext(address, next, settings) : null, operation: OPERATION }
      } catch {
        // Refused, or beyond the newest posts: Express tells which.
        return null
      }
    }

  return (visit) => {
    const { url: address = '', headers } = visit.req
    if (address.length > LONGEST_ADDRESS || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return null
    const { seen } = feed.news
    const find = () => {
      const query = parse(address.slice('/api/posts?'.length))
      return templates.find(address, query.cursor, render(address, query, visit))
    }
    const ready = templates.ready(address)
    if (ready) return answerFrom(ready, visit, needs, TYPE, seen, find)
    return find().then((template) => template && answerFrom(template, visit, needs, TYPE, seen, find))
  }
}
