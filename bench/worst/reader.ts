import { readFileSync } from 'node:fs'
import { parse } from 'graphql'
import pino from 'pino'
import type { Context } from '../../api/context.ts'
import { createGraphql } from '../../api/graphql/yoga.ts'
import { schema } from '../../api/serve/schema.ts'
import { createCoreServices, createServices } from '../../api/serve/services.ts'
import type { Settings } from '../../api/settings/settings.ts'
import type { Candidate } from './candidates.ts'

export interface Measured extends Candidate {
  /** Milliseconds of work, of the server and of the database: the least of some times. Waiting for others is none of it. */
  ms: number
}

interface Edges {
  startCursor: string | null
  endCursor: string | null
}

const NAME = 'good-vibes worst query'

/** Milliseconds that a process has run so far, as Linux counts them; nothing of one that ended this moment. */
function workOf(pid: number): [name: string, ms: number][] {
  try {
    return [
      [
        String(pid),
        Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000,
      ],
    ]
  } catch {
    return []
  }
}

/** A connection that is not there anymore has done nothing meanwhile, and one that has come has done all of its work. */
function workBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  return [...after].reduce((sum, [name, ms]) => sum + ms - (before.get(name) ?? 0), 0)
}

/** Runs operations on a database, which is only read. */
export async function openReader(url: string, settings: Settings) {
  const readOnly = new URL(url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  readOnly.searchParams.set('application_name', NAME)
  const log = pino({ level: 'fatal' })
  const core = createCoreServices({
    settings,
    target: { url: readOnly.href, pooled: false },
    log,
    maxConnections: 10,
  })
  const services = await createServices(core)
  const graphql = createGraphql(schema, services)
  /** Milliseconds that this process and each of its connections have worked so far, by what they are called. */
  async function worked(): Promise<Map<string, number>> {
    const rows = await core.database.$queryRaw<
      { pid: number }[]
    >`SELECT pid FROM pg_stat_activity WHERE application_name = ${NAME}`
    const { user, system } = process.cpuUsage()
    return new Map([
      ['this process', (user + system) / 1_000],
      ...rows.flatMap(({ pid }) => workOf(pid)),
    ])
  }
  const context = (): Context => ({
    ...services,
    viewer: null,
    requestId: 'worst',
    clientAddress: '192.0.2.1',
  })
  return {
    database: core.database,
    /** Null for an operation that is refused. */
    async measure(candidate: Candidate, times: number): Promise<Measured | null> {
      const document = parse(candidate.document)
      let ms = Number.POSITIVE_INFINITY
      for (let time = 0; time < times; time++) {
        const began = await worked()
        const { errors } = await graphql.execute(document, candidate.variables, context())
        if (errors?.some(({ extensions }) => extensions.code !== 'BAD_INPUT'))
          throw new Error(
            `${candidate.name}: ${errors[0]?.message} ${String(errors[0]?.originalError)}`,
          )
        if (errors) return null
        ms = Math.min(ms, workBetween(began, await worked()))
      }
      return { ...candidate, ms }
    },
    /** Cursors of what a search finds: of the last on its first page, and of the first on its last. */
    async placesOf(word: string): Promise<{ word: string; top: string; bottom: string } | null> {
      const edge = async (end: 'first' | 'last') => {
        const document = parse(
          `query ($q: String!) { search(query: $q, ${end}: 100) { pageInfo { startCursor endCursor } } }`,
        )
        const { data } = (await graphql.execute(document, { q: word }, context())) as {
          data?: { search: { pageInfo: Edges } } | null
        }
        return data?.search.pageInfo
      }
      const [top, bottom] = [(await edge('first'))?.endCursor, (await edge('last'))?.startCursor]
      return top && bottom ? { word, top, bottom } : null
    },
    close: () => core.database.$disconnect(),
  }
}
