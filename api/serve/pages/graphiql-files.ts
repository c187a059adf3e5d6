import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'generated')

/**
 * GraphiQL's page, its compressed copy and its content security policy, as `npm run build` writes
 * them.
 */
export const graphiqlFiles = {
  page: path.join(FOLDER, 'graphiql.html'),
  gzip: path.join(FOLDER, 'graphiql.html.gz'),
  policy: path.join(FOLDER, 'graphiql-policy.txt'),
}
