import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { crashOnRejection } from '#api/lib/crash-on-rejection.ts'
import type { Settings } from '#api/settings/settings.ts'
import {
  CLUSTER,
  type ConnectionTarget,
  IDENTITY,
  placeOf,
  SwitchableTarget,
  TIMELINE,
} from './connection-target.ts'
import type { DatabaseUrls } from './open.ts'
import { Probe } from './probe.ts'

/** In milliseconds: between two looks, and how long a server's answer may take. */
const BETWEEN_LOOKS = 1_000
const PATIENCE = 1_500

export interface Primary {
  /** For statements and transactions. */
  target: ConnectionTarget
  /** For whatever needs a session of its own. */
  direct: ConnectionTarget
  stop(): Promise<void>
}

type Lists = Pick<Settings, 'databaseUrls' | 'databaseDirectUrls'>

interface Row {
  timeline: number
  cluster: string | null
  identity: string
}

type PrimaryProbe = Probe<Row>

/** What a probe has found. */
interface Seen extends Row {
  probe: PrimaryProbe
  url: string
  pooled: boolean
}

/** Something for statements, and for sessions of their own: null where one list serves both. */
interface Both<Statements, Sessions = Statements> {
  statements: Statements
  sessions: Sessions
}

/**
 * Keeps to the one of several databases that can be written to: when a standby is promoted, connections are closed and new ones lead
 * there. The last promotion wins over a former primary that comes back. Statements and sessions move in the same moment, once both
 * lists lead to the new primary, so that they never use two servers. A single database is not watched.
 */
export function followPrimary(
  { databaseUrls, databaseDirectUrls }: Lists,
  found: DatabaseUrls,
  log: Logger,
): Primary {
  const isSplit = databaseDirectUrls.length > 0
  const [first, straight] = [
    { url: found.url, pooled: found.pooled },
    { url: found.directUrl, pooled: false },
  ]
  if (databaseUrls.length < 2 && databaseDirectUrls.length < 2)
    return { target: first, direct: isSplit ? straight : first, stop: async () => {} }
  const target = new SwitchableTarget(first)
  // Without a pooler one target serves both.
  const direct = isSplit ? new SwitchableTarget(straight) : target
  const probes = {
    statements: databaseUrls.map(probeOf),
    sessions: isSplit ? databaseDirectUrls.map(probeOf) : null,
  }
  const ending = new AbortController()
  const kept = crashOnRejection(keep({ statements: target, sessions: direct }, probes, log, ending.signal))
  return {
    target,
    direct,
    async stop() {
      ending.abort()
      for (const probe of [...probes.statements, ...(probes.sessions ?? [])]) probe.close()
      await kept
    },
  }
}

function probeOf(url: string): PrimaryProbe {
  return new Probe<Row>(
    url,
    `${TIMELINE} AS "timeline", ${CLUSTER} AS "cluster", ${IDENTITY} AS "identity"`,
    PATIENCE,
  )
}

async function keep(
  ways: Both<SwitchableTarget>,
  probes: Both<PrimaryProbe[], PrimaryProbe[] | null>,
  log: Logger,
  ending: AbortSignal,
) {
  /** The last promotion that was seen: a primary of an older one has been replaced. */
  let newest = 1
  let cluster: string | null | undefined
  while (!ending.aborted) {
    const [statements, sessions] = await Promise.all([
      look(probes.statements),
      probes.sessions && look(probes.sessions),
    ])
    if (ending.aborted) return
    cluster ??= statements.find(({ url }) => url === ways.statements.url)?.cluster
    const own = [...statements, ...(sessions ?? [])].filter((seen) => seen.cluster === cluster)
    newest = Math.max(newest, ...own.map(({ timeline }) => timeline))
    const leaders = pairsOf(statements, sessions).filter(
      ({ statements }) => own.includes(statements) && statements.timeline === newest,
    )
    if (leaders[0] && !leaders.some((pair) => isWay(ways, pair))) move(ways, leaders[0], log)
    // A balancer keeps connections to a former primary, and leads new ones elsewhere.
    for (const { probe, timeline } of own) if (timeline > 0 && timeline < newest) probe.close()
    await setTimeout(BETWEEN_LOOKS, undefined, { signal: ending }).catch(() => {})
  }
}

/** Those that answer. */
async function look(probes: readonly PrimaryProbe[]): Promise<Seen[]> {
  const all = await Promise.allSettled(
    probes.map(async (probe) => {
      const { row, pooled } = await probe.ask()
      return { ...row, pooled, probe, url: probe.url }
    }),
  )
  return all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** All pairs that lead to one server. */
function pairsOf(statements: readonly Seen[], sessions: readonly Seen[] | null): Both<Seen>[] {
  if (sessions === null) return statements.map((seen) => ({ statements: seen, sessions: seen }))
  return statements.flatMap((one) =>
    sessions
      .filter(({ identity, timeline }) => identity === one.identity && timeline === one.timeline)
      .map((other) => ({ statements: one, sessions: other })),
  )
}

function isWay(ways: Both<SwitchableTarget>, pair: Both<Seen>): boolean {
  return ways.statements.url === pair.statements.url && ways.sessions.url === pair.sessions.url
}

/** Both in one turn of the loop. */
function move(ways: Both<SwitchableTarget>, { statements, sessions }: Both<Seen>, log: Logger) {
  log.warn(
    { from: placeOf(ways.sessions.url), to: sessions.probe.place },
    'Another database was promoted and is written to from now on',
  )
  ways.statements.switchTo(statements)
  if (ways.sessions !== ways.statements) ways.sessions.switchTo(sessions)
}
