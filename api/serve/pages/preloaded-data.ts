import type { DocumentNode } from 'graphql'
import type { Context } from '#api/context.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { demoUser } from '#rules/demo-user.ts'
import { problemWith, searchQuery } from '#rules/fields.ts'
import { cleanLine } from '#rules/text.ts'
import { userArgument } from '#rules/user-argument.ts'

/** A query that the client sends first on a page. */
export interface PreloadedQuery {
  name: 'Viewer' | 'Feed' | 'Explore' | 'Profile'
  variables: Record<string, unknown>
}

export interface PreloadedResult extends PreloadedQuery {
  data: Record<string, unknown>
}

/** The session's account. The client itself knows whether it acts as the demo user. */
export const VIEWER: PreloadedQuery = {
  name: 'Viewer',
  variables: { demoUser: demoUser.id, isDemo: false },
}
export const FEED: PreloadedQuery = { name: 'Feed', variables: {} }
export const OWN_PROFILE: PreloadedQuery = { name: 'Profile', variables: { isOwn: true } }

export function profileOf(idOrUsername: string): PreloadedQuery {
  return { name: 'Profile', variables: { isOwn: false, ...userArgument(idOrUsername) } }
}

/** @returns null for an invalid search */
export function searchFor(text: unknown): PreloadedQuery | null {
  if (typeof text !== 'string') return null
  const query = cleanLine(text)
  return query !== '' && problemWith(searchQuery, query) === null
    ? { name: 'Explore', variables: { query } }
    : null
}

/**
 * Runs queries for a page. Leaves out failed ones, so that the client sends them and shows the
 * error.
 */
export type Preloader = (queries: PreloadedQuery[], context: Context) => Promise<PreloadedResult[]>

/** @param documents the client's queries by name */
export function createPreloader(
  documents: ReadonlyMap<string, DocumentNode>,
  { execute }: Graphql,
): Preloader {
  const preload = async (
    { name, variables }: PreloadedQuery,
    context: Context,
  ): Promise<PreloadedResult[]> => {
    const { data, errors } = await execute(documents.get(name) as DocumentNode, variables, context)
    // The page's status depends on whether the profile exists.
    if (errors?.[0] && name === 'Profile') throw errors[0]
    return data && !errors ? [{ name, variables, data }] : []
  }
  return async (queries, context) =>
    (await Promise.all(queries.map((each) => preload(each, context)))).flat()
}

/** Embeds results as JSON in an inert script element. Escapes `<`, so that no text can close it. */
export function preloadedDataElement(results: PreloadedResult[]): string {
  return `<script type="application/json" id="preloaded-data">${JSON.stringify(results).replaceAll('<', '\\u003c')}</script>`
}
