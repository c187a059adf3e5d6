import { pageQueries } from '#rules/pages.ts'

/** The queries of the pages as the build writes them. Those that are not given ask for nothing. */
export function pageOperations(given: Readonly<Record<string, string>>): string {
  const others = pageQueries.map(({ operation }) => [
    operation,
    `query ${operation} { __typename }`,
  ])
  return JSON.stringify({ ...Object.fromEntries(others), ...given })
}
