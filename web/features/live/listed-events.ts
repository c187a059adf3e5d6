import type { ObservableQuery } from '@apollo/client'

/** The result of a feed's query, as far as this file reads it. */
interface ListedFeed {
  feed?: { edges: readonly { node: { id: string }; share?: { id: string } | null }[] }
}

/** The posts, or shares of posts, that a feed shows: newest first. */
export function listedIds(query: ObservableQuery | undefined): string[] {
  const data = query?.getCurrentResult().data as ListedFeed | undefined
  return data?.feed?.edges.map(({ node, share }) => share?.id ?? node.id) ?? []
}
