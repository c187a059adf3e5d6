/** What a connection says about its next page. */
export interface PageInfo {
  endCursor: string | null
  hasNextPage: boolean
}

/** Loads the next page of a list. Rejects on failure. */
export type LoadPage = (page: { first: number; after: string | null }) => Promise<unknown>

/** `fetchMore` of the query with the list. */
export type FetchMore = (page: { variables: Parameters<LoadPage>[0] }) => Promise<unknown>
