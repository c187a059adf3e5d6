import { graphql } from 'msw/graphql'

/** Mock handlers: `api.query<FeedQuery, FeedQueryVariables>('Feed', …)`. */
export const api = graphql.link('*/graphql')
