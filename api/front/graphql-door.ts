import type { IncomingMessage } from 'node:http'
import { execute } from 'graphql'
import type { PostReads } from '../features/post/post.read.ts'
import type { SearchReads } from '../features/search/search.read.ts'
import { type CompiledOperation, mayAskAgain } from '../graphql/compiled.ts'
import { presented } from '../graphql/faults.ts'
import { revocable } from '../limits.ts'
import type { Answer } from './answer.ts'
import type { Door, DoorNeeds, Visit } from './front.ts'
import { answerFrom, answerViewer, viewerOf } from './reader.ts'
import { jsonObject } from './small-body.ts'
import type { Render, Template } from './template.ts'
import { Templates } from './templates.ts'

interface Asked {
  operation: CompiledOperation
  operationName: string | null
  variables: Record<string, unknown>
}

/** Answers operations that ran before. */
export function createGraphqlDoor(needs: DoorNeeds): Door {
  const { graphql, sessions, services } = needs
  const { recent } = services
  const templates = recent && new Templates(recent, services)

  function read(body: Record<string, unknown> | null): Asked | null {
    const { query, operationName = null, variables, extensions } = body ?? {}
    if (
      typeof query !== 'string' ||
      (operationName !== null && typeof operationName !== 'string') ||
      !isFlat(variables) ||
      extensions != null
    )
      return null
    const operation = graphql.compiled.find(query, operationName)
    return operation?.isAffordable(variables ?? {}) ? { operation, operationName, variables: variables ?? {} } : null
  }

  const render =
    ({ operation: { document, name }, operationName, variables }: Asked, { contextFor }: Visit): Render =>
    async (posts, slots) => {
      const context = contextFor(null)
      const result = await execute({
        schema: graphql.schema,
        document,
        operationName,
        variableValues: variables,
        contextValue: { ...context, reads: { ...context.reads, posts } },
        fieldResolver: slots.resolver,
      })
      if (result.errors || !result.data) return null
      slots.mark(result.data)
      return { text: JSON.stringify(result), operation: name }
    }

  const find = async (visit: Visit, asked: Asked) =>
    (await templates?.find(visit.text, asked.variables.after, render(asked, visit))) ?? null

  /** From a template, for an anonymous reader at once. */
  function answerFromTemplate(template: Template, visit: Visit, type: string): Answer | Promise<Answer | null> {
    const { token, work } = visit
    work.operation = template.operation
    return token === null || !recent ? answerFrom(template, [], type) : answerFromTemplateFor(token, template, visit, type)
  }

  async function answerFromTemplateFor(token: string, template: Template, visit: Visit, type: string): Promise<Answer | null> {
    if (!recent) return null
    const findCurrent = async () => templates?.ready(visit.text) ?? findAnew(visit)
    const found = await answerViewer(token, template, { sessions, recent, find: findCurrent })
    if (!found) return null
    visit.work.viewer = found.viewer.id
    return answerFrom(found.template, found.likes, type)
  }

  async function answer(visit: Visit, asked: Asked, type: string): Promise<Answer | null> {
    const { token, work } = visit
    const { operation } = asked
    work.operation = operation.name
    const template = operation.isFeedPage ? await find(visit, asked) : null
    if (template) return answerFromTemplate(template, visit, type)
    if (token !== null && operation.isOfPosts && !services.freshness) return answerAsker(visit, asked, token, type)
    const viewer = token === null ? null : viewerOf(await sessions.find(token), sessions)
    if (token !== null && !viewer) return null
    work.viewer = viewer?.id ?? null
    const limits = revocable(services.limits)
    const context = { ...visit.contextFor(viewer), limits }
    const result = await operation.run(context, asked.variables)
    if (mayAskAgain(operation, result)) return declined(limits)
    const cookie = context.freshness?.cookieOf(context)
    return answerOf(presented(result, context, asked.operationName), type, cookie ? ['Set-Cookie', cookie] : [])
  }

  /** Of who asks, such an answer tells nothing but what they like: so the statement that reads it looks up their session as well. */
  async function answerAsker(visit: Visit, asked: Asked, token: string, type: string): Promise<Answer | null> {
    const asker = sessions.asker(token)
    const { reads, ...others } = visit.contextFor(null)
    const posts: PostReads = { ...reads.posts, list: (list) => reads.posts.list({ ...list, reader: asker }) }
    const search: SearchReads = { ...reads.search, find: (sought) => reads.search.find({ ...sought, reader: asker }) }
    const limits = revocable(services.limits)
    const context = { ...others, limits, reads: { ...reads, posts, search } }
    const result = await asked.operation.run(context, asked.variables)
    const viewer = viewerOf(await asker.session(), sessions)
    if (!viewer || mayAskAgain(asked.operation, result)) return declined(limits)
    visit.work.viewer = viewer.id
    return answerOf(presented(result, context, asked.operationName), type, [])
  }

  /** The slow path counts what it does itself. */
  async function declined(limits: ReturnType<typeof revocable>): Promise<null> {
    await limits.revoke()
    return null
  }

  async function findAnew(visit: Visit): Promise<Template | null> {
    const asked = read(jsonObject(visit.text))
    return asked && find(visit, asked)
  }

  return (visit) => {
    const type = typeFor(visit.req)
    if (!type) return null
    const template = templates?.ready(visit.text)
    if (template) return answerFromTemplate(template, visit, type)
    const asked = read(jsonObject(visit.text))
    return asked && answer(visit, asked, type)
  }
}

function answerOf({ extensions, ...result }: ReturnType<typeof presented>, type: string, headers: readonly string[]): Answer {
  const { http, ...rest } = (extensions ?? {}) as { http?: { status?: number; headers?: Record<string, string> } }
  const told = Object.keys(rest).length > 0 ? { extensions: rest } : {}
  return {
    status: http?.status ?? (result.errors && result.data == null ? 500 : 200),
    type,
    body: Buffer.from(JSON.stringify({ ...result, ...told })),
    headers: [...headers, ...Object.entries(http?.headers ?? {}).flat()],
  }
}

/** What Yoga would answer in; null when it has to be asked. */
function typeFor({ headers: { accept = '*/*' } }: IncomingMessage): string | null {
  if (accept.startsWith('application/graphql-response+json')) return 'application/graphql-response+json; charset=utf-8'
  return accept === '*/*' || accept.startsWith('application/json') ? 'application/json; charset=utf-8' : null
}

const MOST_VALUES = 20

/** Few values, none deeper than an input's: whoever sends more is told of by the guards. */
function isFlat(variables: unknown): variables is Record<string, unknown> | null | undefined {
  if (variables == null) return true
  if (typeof variables !== 'object' || Array.isArray(variables)) return false
  const values = Object.values(variables)
  return values.length <= MOST_VALUES && values.every((value) => typeof value !== 'object' || value === null || isInput(value))
}

function isInput(value: object): boolean {
  const values = Object.values(value)
  return values.length <= MOST_VALUES && values.every((each) => typeof each !== 'object' || each === null)
}
