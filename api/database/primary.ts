import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import type { DatabaseUrls } from './open.ts'
import { Probe } from './probe.ts'
import { ChangingWay, CLUSTER, placeOf, TIMELINE, type Way } from './way.ts'

/** In milliseconds: between two looks, and how long a server's answer may take. */
const BETWEEN_LOOKS = 1_000
const PATIENCE = 1_500

export interface Primary {
  /** For statements and transactions. */
  way: Way
  /** For whatever needs a session of its own. */
  direct: Way
  stop(): Promise<void>
}

type Lists = Pick<Settings, 'databaseUrls' | 'databaseDirectUrls'>

/**
 * Keeps to the one of several databases that can be written to, whichever it is: when a standby is promoted, connections are broken
 * off and new ones lead there. One that was promoted later wins over a former primary that comes back. Of a single database there is
 * nothing to watch.
 */
export function followPrimary({ databaseUrls, databaseDirectUrls }: Lists, found: DatabaseUrls, log: Logger): Primary {
  const straight = { url: found.directUrl, pooled: false }
  const [way, stop] = follow(databaseUrls, found, log)
  if (databaseDirectUrls.length > 0) {
    const [direct, stopDirect] = follow(databaseDirectUrls, straight, log)
    return { way, direct, stop: async () => void (await Promise.all([stop(), stopDirect()])) }
  }
  // Without a pooler there is one way for both.
  return { way, direct: found.pooled ? straight : way, stop }
}

interface Row {
  timeline: number
  cluster: string | null
}

function follow(urls: readonly string[], first: Pick<Way, 'url' | 'pooled'>, log: Logger): [way: Way, stop: () => Promise<void>] {
  if (urls.length < 2) return [{ url: first.url, pooled: first.pooled }, async () => {}]
  const way = new ChangingWay(first)
  const ending = new AbortController()
  const probes = urls.map((url) => new Probe<Row>(url, `${TIMELINE} AS "timeline", ${CLUSTER} AS "cluster"`, PATIENCE))
  const kept = keep(way, probes, log, ending.signal)
  return [
    way,
    async () => {
      ending.abort()
      for (const probe of probes) probe.close()
      await kept
    },
  ]
}

async function keep(way: ChangingWay, probes: readonly Probe<Row>[], log: Logger, ending: AbortSignal) {
  /** Of the newest primary that was seen: whoever is older has not heard of its end. */
  let newest = 1
  let cluster: string | null | undefined
  while (!ending.aborted) {
    const all = await Promise.all(probes.map(async (probe) => ({ probe, found: await probe.ask().catch(() => null) })))
    if (ending.aborted) return
    cluster ??= all.find(({ probe }) => probe.url === way.url)?.found?.row.cluster
    const own = all.filter(({ found }) => found?.row.cluster === cluster)
    for (const { found } of own) newest = Math.max(newest, found?.row.timeline ?? 0)
    const leaders = own.filter(({ found }) => found?.row.timeline === newest)
    const [leader] = leaders
    if (leader?.found && !leaders.some(({ probe }) => probe.url === way.url)) {
      log.warn({ from: placeOf(way.url), to: leader.probe.place }, 'Another database was promoted and is written to from now on')
      way.lead({ url: leader.probe.url, pooled: leader.found.pooled })
    }
    await setTimeout(BETWEEN_LOOKS, undefined, { signal: ending }).catch(() => {})
  }
}
