import { graphql } from 'msw/graphql'

/** The API as a test answers it: `api.query<FeedQuery, FeedQueryVariables>('Feed', …)`. */
export const api = graphql.link('*/graphql')
