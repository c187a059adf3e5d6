/** What a connection says about its next page. */
export interface PageInfo {
  endCursor: string | null
  hasNextPage: boolean
}

/** `fetchMore` of the query with a list. Rejects on failure. */
export type FetchMore = (page: {
  variables: { first: number; after: string | null }
}) => Promise<unknown>
