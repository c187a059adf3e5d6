import * as z from 'zod/mini'
import { type PageVariables, pageVariables } from './page-variables.ts'

const query = z.object({
  operation: z.string(),
  variables: z.enum(Object.keys(pageVariables) as [PageVariables, ...PageVariables[]]),
})

/**
 * What a visitor gets at the path of a page: the page itself, the landing page, the sign-in page,
 * or the page as the demo user. Where the demo user has no such page, it is sent to sign in as
 * well.
 */
const visitors = z.enum(['page', 'landing', 'sign-in', 'demo'])
export type Visitors = z.infer<typeof visitors>

/** What the server adds to a page's head: about the site, or the post or profile of the path. */
const head = z.enum(['site', 'post', 'profile'])
export type PageHead = z.infer<typeof head>

/**
 * What the server knows of the client's pages. The build writes it to pages.json from web/pages.ts.
 */
export const pageTable = z.object({
  /** The text of each first query by name, exactly as the client prints it. */
  operations: z.record(z.string(), z.string()),
  /** The query of the frame around all pages. */
  frame: query,
  pages: z.array(
    z.object({
      /** A pattern, as Express and React Router read it. */
      path: z.string(),
      visitors,
      /** Whether the page is 404 for other members. */
      forModerators: z.boolean(),
      /** The query for the page's first data. */
      query: z.nullable(query),
      /**
       * Queries of the page's other tabs: the first one with variables runs in place of `query`.
       */
      tabs: z.array(query),
      /** Whether the page is 404 when its query finds nothing. */
      needsResult: z.boolean(),
      head: z.nullable(head),
    }),
  ),
})
export type PageTable = z.infer<typeof pageTable>
export type PageQuery = z.infer<typeof query>
