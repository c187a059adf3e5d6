import { readFileSync } from 'node:fs'
import { parse } from 'graphql'
import pino from 'pino'
import type { Context } from '../../api/context.ts'
import { createGraphql } from '../../api/graphql/yoga.ts'
import { schema } from '../../api/serve/schema.ts'
import { createCoreServices, createServices } from '../../api/serve/services.ts'
import type { Settings } from '../../api/settings/settings.ts'
import type { Candidate, SearchCursors } from './candidates.ts'

export interface MeasuredOperation extends Candidate {
  /** CPU milliseconds of server and database: the minimum of several runs. */
  ms: number
}

interface PageInfo {
  startCursor: string | null
  endCursor: string | null
}

const APPLICATION_NAME = 'good-vibes worst query'

/** @returns the CPU milliseconds of a process on Linux; nothing when it has exited */
function cpuTimeOf(pid: number): [name: string, ms: number][] {
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

/** Ignores closed connections, and counts all CPU time of new ones. */
function cpuTimeBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  return [...after].reduce((sum, [name, ms]) => sum + ms - (before.get(name) ?? 0), 0)
}

/** Runs operations in read-only transactions. */
export async function openExecutor(url: string, settings: Settings) {
  const readOnly = new URL(url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  readOnly.searchParams.set('application_name', APPLICATION_NAME)
  const log = pino({ level: 'fatal' })
  const core = createCoreServices({
    settings,
    target: { url: readOnly.href, pooled: false },
    log,
    maxConnections: 10,
  })
  const services = await createServices(core)
  const graphql = createGraphql(schema, services)
  /** @returns CPU milliseconds of this process and its connections, by name */
  async function cpuTimes(): Promise<Map<string, number>> {
    const rows = await core.database.$queryRaw<
      { pid: number }[]
    >`SELECT pid FROM pg_stat_activity WHERE application_name = ${APPLICATION_NAME}`
    const { user, system } = process.cpuUsage()
    return new Map([
      ['this process', (user + system) / 1_000],
      ...rows.flatMap(({ pid }) => cpuTimeOf(pid)),
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
    /** @returns null for an operation that exceeds the limits */
    async measure(candidate: Candidate, times: number): Promise<MeasuredOperation | null> {
      const document = parse(candidate.document)
      let ms = Number.POSITIVE_INFINITY
      for (let time = 0; time < times; time++) {
        const before = await cpuTimes()
        const { errors } = await graphql.execute(document, candidate.variables, context())
        if (errors?.some(({ extensions }) => extensions.code !== 'BAD_INPUT'))
          throw new Error(
            `${candidate.name}: ${errors[0]?.message} ${String(errors[0]?.originalError)}`,
          )
        if (errors) return null
        ms = Math.min(ms, cpuTimeBetween(before, await cpuTimes()))
      }
      return { ...candidate, ms }
    },
    /** @returns the end of the first page and the start of the last one; null without results */
    async searchCursorsOf(word: string): Promise<SearchCursors | null> {
      const pageInfo = async (end: 'first' | 'last') => {
        const document = parse(
          `query ($q: String!) { search(query: $q, ${end}: 100) { pageInfo { startCursor endCursor } } }`,
        )
        const { data } = (await graphql.execute(document, { q: word }, context())) as {
          data?: { search: { pageInfo: PageInfo } } | null
        }
        return data?.search.pageInfo
      }
      const [top, bottom] = [
        (await pageInfo('first'))?.endCursor,
        (await pageInfo('last'))?.startCursor,
      ]
      return top && bottom ? { word, top, bottom } : null
    },
    close: () => core.database.$disconnect(),
  }
}
