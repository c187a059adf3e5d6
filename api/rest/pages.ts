/** A page of a GraphQL connection. */
export interface ConnectionPage<Node> {
  nodes: readonly Node[]
  pageInfo: PageInfo
}

interface PageInfo {
  hasNextPage: boolean
  endCursor: string | null
}

export const pageVariables = ({
  limit,
  cursor,
}: {
  limit: number
  cursor?: string | undefined
}) => ({ first: limit, after: cursor })

export const nextCursorOf = ({ hasNextPage, endCursor }: PageInfo) =>
  hasNextPage ? endCursor : null

/** A REST response with the rows of a page, and the cursor of the next one. */
export function pageResult<Node, Row>(
  { nodes, pageInfo }: ConnectionPage<Node>,
  toRow: (node: Node) => Row,
) {
  return { body: nodes.map(toRow), nextCursor: nextCursorOf(pageInfo) }
}
