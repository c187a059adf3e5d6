import { createHash } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import pg from 'pg'
import { parseQuery } from '../../api/features/search/search-query.ts'
import { IdGenerator, timeOf } from '../../api/lib/ids.ts'
import { searchText } from '../../api/lib/search-text.ts'
import { FOLLOWING } from './following-statements.ts'
import * as statements from './sql-statements.ts'
import { NOTIFICATIONS, POST_PAGE } from './thread-statements.ts'

// The baseline: bare node:http and pg, with hand-written statements that are prepared once for each
// connection.
// One statement reads the session and the page, and PostgreSQL generates the JSON.

const { DATABASE_URL, PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
const ids = new IdGenerator()
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const TOKEN = /good-vibes\.session_token=([0-9a-f]{32})/

type Client = pg.Pool | pg.PoolClient
type Handler = (
  request: IncomingMessage,
  token: string,
  parameters: URLSearchParams,
) => Promise<string>

const handlers: Record<string, Handler> = {
  '/feed': (_request, token, parameters) =>
    page('feed', statements.FEED, [token, parameters.get('after') ?? MAX_UUID]),
  '/feed-hiding': (_request, token) => page('feed-hiding', statements.FEED_HIDING, [token]),
  '/profile': (_request, token, parameters) =>
    page('profile', statements.PROFILE, [token, parameters.get('username')]),
  '/post-page': (_request, token, parameters) =>
    page('post-page', POST_PAGE, [token, parameters.get('id')]),
  '/notifications': (_request, token) => page('notifications', NOTIFICATIONS, [token]),
  '/search-common': (_request, token, parameters) =>
    page('common', statements.SEARCH_COMMON, [token, searchQueryOf(parameters).whole.patterns[0]]),
  '/search-substring': (_request, token, parameters) =>
    page('substring', statements.SEARCH_COMMON, [
      token,
      searchQueryOf(parameters).within.patterns[0],
    ]),
  '/search-rare': (_request, token, parameters) =>
    page('rare', statements.SEARCH_RARE, [token, ...allPatterns(parameters)]),
  '/search-absent': (_request, token, parameters) =>
    page('absent', statements.SEARCH_RARE, [token, ...allPatterns(parameters)]),
  '/following': (_request, token, parameters) => {
    const followees = parameters.get('followees') as keyof typeof FOLLOWING
    return page(`following-${followees}`, FOLLOWING[followees], [
      token,
      parameters.get('after') ?? MAX_UUID,
    ])
  },
  '/follow': async (request, token) => {
    const viewer = await viewerOf(token)
    const { userId } = JSON.parse(await textOf(request)) as { userId: string }
    await run(pool, 'follow', statements.INSERT_FOLLOW, [ids.next(), viewer, userId])
    return json(await run(pool, 'followed', statements.FOLLOWED_USER, [viewer, userId]))
  },
  '/like': async (request, token) => {
    const viewer = await viewerOf(token)
    const { postId } = JSON.parse(await textOf(request)) as { postId: string }
    await run(pool, 'like', statements.INSERT_LIKE, [viewer, postId])
    return json(await run(pool, 'liked', statements.LIKED_POST, [viewer, postId]))
  },
  '/post': async (request, token) => {
    const viewer = await viewerOf(token)
    const { content, key } = JSON.parse(await textOf(request)) as { content: string; key: string }
    const id = ids.next()
    await run(pool, 'find-key', statements.FIND_KEY, [viewer, key])
    await insert(id, viewer, content, key)
    return json(await run(pool, 'posted', statements.CREATED_POST, [id, viewer]))
  },
}

function run(
  client: Client,
  name: string,
  statement: string,
  values: unknown[],
): Promise<pg.QueryArrayResult<string[]>> {
  return client.query<string[]>({ name, text: statement, values, rowMode: 'array' })
}

/** @returns the JSON text from PostgreSQL */
function json({ rows }: pg.QueryArrayResult<string[]>): string {
  return rows[0]?.[0] ?? 'null'
}

async function page(name: string, statement: string, values: unknown[]): Promise<string> {
  return json(await run(pool, name, statement, values))
}

async function viewerOf(token: string): Promise<string> {
  const { rows } = await run(pool, 'session', statements.SESSION, [token])
  const viewer = rows[0]?.[0]
  if (!viewer) throw new Error('The session does not exist.')
  return viewer
}

async function insert(id: string, viewer: string, content: string, key: string) {
  const { text, grams } = searchText(content)
  const hash = createHash('sha256').update(content).digest('hex')
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await run(client, 'key', statements.INSERT_KEY, [viewer, key, hash, id])
    await run(client, 'post', statements.INSERT_POST, [id, viewer, content, timeOf(id)])
    await run(client, 'search', statements.INSERT_POST_SEARCH, [id, text, grams])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

function searchQueryOf(parameters: URLSearchParams) {
  const query = parseQuery(parameters.get('q') ?? '')
  if (!query) throw new Error('The search is empty.')
  return query
}

function allPatterns(parameters: URLSearchParams): unknown[] {
  const { whole, start, within } = searchQueryOf(parameters)
  return [whole.patterns[0], start.patterns[0], within.patterns[0], within.grams]
}

// The responses contain PostgreSQL's JSON text, so it is not parsed.
pg.types.setTypeParser(pg.types.builtins.JSON, (value) => value)

http
  .createServer((request, response) => {
    const [path = '', search = ''] = (request.url ?? '').split('?')
    const token = TOKEN.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const result =
      handlers[path]?.(request, token, new URLSearchParams(search)) ??
      Promise.reject(new Error('Not found.'))
    result.then(
      (body) => {
        response
          .writeHead(200, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          })
          .end(body)
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      },
    )
  })
  .listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
