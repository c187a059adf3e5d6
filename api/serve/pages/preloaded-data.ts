import type { DocumentNode } from 'graphql'
import type { Context } from '#api/context.ts'
import type { Graphql } from '#api/graphql/yoga.ts'

/** A query that the client sends first on a page. */
export interface PreloadedQuery {
  name: string
  variables: Record<string, unknown>
  /** Whether the page's status depends on the result, so that its failure is the page's. */
  isNeeded?: boolean
}

export interface PreloadedResult extends Omit<PreloadedQuery, 'isNeeded'> {
  data: Record<string, unknown>
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
    { name, variables, isNeeded }: PreloadedQuery,
    context: Context,
  ): Promise<PreloadedResult[]> => {
    const { data, errors } = await execute(documents.get(name) as DocumentNode, variables, context)
    if (errors?.[0] && isNeeded) throw errors[0]
    return data && !errors ? [{ name, variables, data }] : []
  }
  return async (queries, context) =>
    (await Promise.all(queries.map((each) => preload(each, context)))).flat()
}

/** Embeds results as JSON in an inert script element. Escapes `<`, so that no text can close it. */
export function preloadedDataElement(results: PreloadedResult[]): string {
  return `<script type="application/json" id="preloaded-data">${JSON.stringify(results).replaceAll('<', '\\u003c')}</script>`
}
