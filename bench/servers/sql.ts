import { createHash } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import pg from 'pg'
import { parseQuery } from '../../api/features/search/search-query.ts'
import { IdGenerator, timeOf } from '../../api/lib/ids.ts'
import { searchText } from '../../api/lib/search-text.ts'
import * as statements from './sql-statements.ts'

// What the product is measured against: bare node:http and pg, with statements written by hand, prepared once for each
// connection. A page and the session are one statement, and PostgreSQL makes the JSON.

const { DATABASE_URL, PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
const ids = new IdGenerator()
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const TOKEN = /good-vibes\.session_token=([0-9a-f]{32})/

type Client = pg.Pool | pg.PoolClient
type Handler = (
  request: IncomingMessage,
  token: string,
  parameters: URLSearchParams,
) => Promise<string>

const handlers: Record<string, Handler> = {
  '/feed': (_request, token, parameters) =>
    page('feed', statements.FEED, [token, parameters.get('after') ?? NEWEST]),
  '/profile': (_request, token, parameters) =>
    page('profile', statements.PROFILE, [token, parameters.get('username')]),
  '/search-common': (_request, token, parameters) =>
    page('common', statements.SEARCH_COMMON, [token, asked(parameters).whole.patterns[0]]),
  '/search-substring': (_request, token, parameters) =>
    page('substring', statements.SEARCH_SUBSTRING, [token, asked(parameters).within.patterns[0]]),
  '/search-rare': (_request, token, parameters) =>
    page('rare', statements.SEARCH_RARE, [token, ...everyWay(parameters)]),
  '/search-absent': (_request, token, parameters) =>
    page('absent', statements.SEARCH_ABSENT, [token, ...everyWay(parameters)]),
  '/like': async (request, token) => {
    const viewer = await viewerOf(token)
    const { postId } = JSON.parse(await textOf(request)) as { postId: string }
    await run(pool, 'like', statements.LIKE, [viewer, postId])
    return json(await run(pool, 'liked', statements.LIKED, [viewer, postId]))
  },
  '/post': async (request, token) => {
    const viewer = await viewerOf(token)
    const { content, key } = JSON.parse(await textOf(request)) as { content: string; key: string }
    const id = ids.next()
    await run(pool, 'kept', statements.KEPT, [viewer, key])
    await insert(id, viewer, content, key)
    return json(await run(pool, 'posted', statements.POSTED, [id, viewer]))
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

/** The text as PostgreSQL made it. */
function json({ rows }: pg.QueryArrayResult<string[]>): string {
  return rows[0]?.[0] ?? 'null'
}

async function page(name: string, statement: string, values: unknown[]): Promise<string> {
  return json(await run(pool, name, statement, values))
}

async function viewerOf(token: string): Promise<string> {
  const { rows } = await run(pool, 'session', statements.SESSION, [token])
  const viewer = rows[0]?.[0]
  if (!viewer) throw new Error('There is no such session.')
  return viewer
}

async function insert(id: string, viewer: string, content: string, key: string) {
  const { text, grams } = searchText(content)
  const hash = createHash('sha256').update(content).digest('hex')
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await run(client, 'key', statements.KEY, [viewer, key, hash, id])
    await run(client, 'post', statements.POST_ROW, [id, viewer, content, timeOf(id)])
    await run(client, 'search', statements.POST_SEARCH, [id, text, grams])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

function asked(parameters: URLSearchParams) {
  const query = parseQuery(parameters.get('q') ?? '')
  if (!query) throw new Error('There is nothing to look for.')
  return query
}

function everyWay(parameters: URLSearchParams): unknown[] {
  const { whole, start, within } = asked(parameters)
  return [whole.patterns[0], start.patterns[0], within.patterns[0], within.grams]
}

// PostgreSQL's JSON is passed on as text.
pg.types.setTypeParser(pg.types.builtins.JSON, (value) => value)

http
  .createServer((request, response) => {
    const [path = '', search = ''] = (request.url ?? '').split('?')
    const token = TOKEN.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const answer =
      handlers[path]?.(request, token, new URLSearchParams(search)) ??
      Promise.reject(new Error('Nothing is here.'))
    answer.then(
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
