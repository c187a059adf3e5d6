import type { DocumentNode } from 'graphql'
import type { Context } from '#api/context.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { demoUser } from '#rules/demo-user.ts'
import { problemWith, searchQuery } from '#rules/fields.ts'
import { cleanLine } from '#rules/text.ts'
import { userArgument } from '#rules/user-argument.ts'

/** An operation that the client would send first on a page. */
export interface FirstOperation {
  name: 'Viewer' | 'Feed' | 'Explore' | 'Profile'
  variables: Record<string, unknown>
}

/** One that was run for the page. */
export interface FirstAnswer extends FirstOperation {
  data: Record<string, unknown>
}

/** Who looks. The client knows by itself when it acts as the demo user. */
export const VIEWER: FirstOperation = {
  name: 'Viewer',
  variables: { demoUser: demoUser.id, isDemo: false },
}
export const FEED: FirstOperation = { name: 'Feed', variables: {} }
export const OWN_PROFILE: FirstOperation = { name: 'Profile', variables: { isOwn: true } }

export function profileOf(idOrUsername: string): FirstOperation {
  return { name: 'Profile', variables: { isOwn: false, ...userArgument(idOrUsername) } }
}

/** @returns null for what cannot be searched for */
export function searchFor(text: unknown): FirstOperation | null {
  if (typeof text !== 'string') return null
  const query = cleanLine(text)
  return query !== '' && problemWith(searchQuery, query) === null
    ? { name: 'Explore', variables: { query } }
    : null
}

/** Runs a page's operations as the client would have them run; one that was refused is the client's to ask for and to tell about. */
export type Answerer = (operations: FirstOperation[], context: Context) => Promise<FirstAnswer[]>

/** @param documents what the client sends, by name */
export function answerer(
  documents: ReadonlyMap<string, DocumentNode>,
  { execute }: Graphql,
): Answerer {
  const answer = async (
    { name, variables }: FirstOperation,
    context: Context,
  ): Promise<FirstAnswer[]> => {
    const { data, errors } = await execute(documents.get(name) as DocumentNode, variables, context)
    // Whether there is such a person decides on the page's status.
    if (errors?.[0] && name === 'Profile') throw errors[0]
    return data && !errors ? [{ name, variables, data }] : []
  }
  return async (operations, context) =>
    (await Promise.all(operations.map((each) => answer(each, context)))).flat()
}

/** Answers as an element of a page that runs nothing. No text in them can end it: JSON may write any `<` by its number. */
export function dataElement(answers: FirstAnswer[]): string {
  return `<script type="application/json" id="first-data">${JSON.stringify(answers).replaceAll('<', '\\u003c')}</script>`
}
