import { globSync } from 'node:fs'
import { ROOT } from '../run.ts'

/** Tests in which an older PostgreSQL, a pooler or the missing fast path can make a difference. */
const INCLUDED = [
  'api/features/**/*.test.ts',
  'api/database/{account-*,client,first-release,functions,migrate,named-statements,online-steps,open}.test.ts',
  'api/database/{pooler,statement-timeout}.test.ts',
  'api/ops/**/*.test.ts',
  'api/rest/{demo-user,new-post,post-lists,posts,routes,users}.test.ts',
  'api/serve/*.test.ts',
  'api/serve/fast-path/*.test.ts',
  'api/http/{aborted,errors,full-database,unavailable}.test.ts',
  'api/test/**/*.test.ts',
]

/** Tests that use the database but run on one only, by the reason. */
export const EXCEPTIONS: Record<string, string[]> = {
  'They start PostgreSQL 15 themselves, or follow one connection.': [
    'api/database/{primary,notification-listener}.test.ts',
    'api/database/replicas/*.test.ts',
  ],
  'Passwords, mail and providers: their rows are those of the account tests.': [
    'api/features/auth/{common,mail,oidc,password,sign-in}/*.test.ts',
  ],
  'Files, pictures and buckets.': [
    'api/features/media/{bucket-*,hostile-pictures,media.routes.bucket,picture*}.test.ts',
  ],
  'HTTP, pages and metrics around the same statements.': [
    'api/graphql/*.test.ts',
    'api/http/{body-parsers,body-type,client-address,csrf,health,host,hostile-requests}.test.ts',
    'api/http/{load-shedding,request-target,server,slow-bodies}.test.ts',
    'api/limits/*.test.ts',
    'api/live/*.test.ts',
    'api/new-account.test.ts',
    'api/rest/{docs,examples,notifications,page-sizes,people,pictures,replies,safety,scopes}.test.ts',
    'api/rest/search-limit.test.ts',
    'api/serve/pages/*.test.ts',
    'api/serve/{roles,token-objects,token-payloads,token-scopes,token-streams}.test.ts',
    'api/syndication/*.test.ts',
    'api/telemetry/*.test.ts',
  ],
  'It compares the fast path with the GraphQL engine.': ['api/serve/fast-path/equality.test.ts'],
}

/** The files that also run on the oldest supported PostgreSQL, sorted. */
export function secondDatabaseFiles(): string[] {
  const excepted = globSync(Object.values(EXCEPTIONS).flat(), { cwd: ROOT })
  return globSync(INCLUDED, { cwd: ROOT })
    .filter((file) => !excepted.includes(file))
    .toSorted()
}
