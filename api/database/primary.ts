import type { Logger } from 'pino'
import { crashOnRejection } from '#api/lib/crash-on-rejection.ts'
import { pause } from '#api/lib/pause.ts'
import type { Settings } from '#api/settings/settings.ts'
import {
  CLUSTER_ID,
  type ConnectionTarget,
  DATABASE_ID,
  SwitchableTarget,
  TIMELINE,
  withoutCredentials,
} from './connection-target.ts'
import type { DatabaseUrls } from './open.ts'
import { Probe } from './probe.ts'

const TIMINGS = { pollIntervalMs: 1_000, pollTimeoutMs: 1_500 }
/**
 * A frozen or cut off primary refuses nothing. After so many polls without an answer, at most eight
 * seconds, its connections are closed, so that requests fail and can be sent again.
 */
const MAX_FAILED_POLLS = 3

export interface Primary {
  /** For statements and transactions. */
  target: ConnectionTarget
  /** Without a pooler, for LISTEN and other session features. */
  direct: ConnectionTarget
  stop(): Promise<void>
}

interface ServerRow {
  timeline: number
  cluster: string | null
  identity: string
}

type ServerProbe = Probe<ServerRow>

interface ReachableServer extends ServerRow {
  probe: ServerProbe
  url: string
  pooled: boolean
}

/** One server, reached through `databaseUrls` and through `databaseDirectUrls`. */
interface ServerPair {
  main: ReachableServer
  direct: ReachableServer
}

interface Targets {
  main: SwitchableTarget
  /** The same object as `main` without separate direct URLs. */
  direct: SwitchableTarget
}

interface Probes {
  main: ServerProbe[]
  /** Null without separate direct URLs. */
  direct: ServerProbe[] | null
}

/**
 * Follows the primary of several databases. After a promotion, closes connections and switches both
 * targets at once, when both URL lists reach the new primary. A single database is not polled.
 */
export function followPrimary(
  { databaseUrls, databaseDirectUrls }: Pick<Settings, 'databaseUrls' | 'databaseDirectUrls'>,
  current: DatabaseUrls,
  log: Logger,
  { pollIntervalMs, pollTimeoutMs } = TIMINGS,
): Primary {
  const hasDirectUrls = databaseDirectUrls.length > 0
  const [main, direct] = [
    { url: current.url, pooled: current.pooled },
    { url: current.directUrl, pooled: false },
  ]
  if (databaseUrls.length < 2 && databaseDirectUrls.length < 2)
    return { target: main, direct: hasDirectUrls ? direct : main, stop: async () => {} }
  const mainTarget = new SwitchableTarget(main)
  const targets = {
    main: mainTarget,
    direct: hasDirectUrls ? new SwitchableTarget(direct) : mainTarget,
  }
  const probeOf = (url: string) => createProbe(url, pollTimeoutMs)
  const probes = {
    main: databaseUrls.map(probeOf),
    direct: hasDirectUrls ? databaseDirectUrls.map(probeOf) : null,
  }
  const stopping = new AbortController()
  const monitoring = crashOnRejection(
    monitor(targets, probes, { log, stopping: stopping.signal, pollIntervalMs }),
  )
  return {
    target: targets.main,
    direct: targets.direct,
    async stop() {
      stopping.abort()
      for (const probe of [...probes.main, ...(probes.direct ?? [])]) probe.close()
      await monitoring
    },
  }
}

function createProbe(url: string, timeoutMs: number): ServerProbe {
  const columns = `${TIMELINE} AS "timeline", ${CLUSTER_ID} AS "cluster",
    ${DATABASE_ID} AS "identity"`
  return new Probe<ServerRow>(url, columns, timeoutMs)
}

async function monitor(
  targets: Targets,
  probes: Probes,
  { log, stopping, pollIntervalMs }: { log: Logger; stopping: AbortSignal; pollIntervalMs: number },
) {
  /** A primary with an older timeline has been replaced. */
  let newestTimeline = 1
  let cluster: string | null | undefined
  let failedPolls = 0
  while (!stopping.aborted) {
    const [main, direct] = await Promise.all([
      pollReachable(probes.main),
      probes.direct && pollReachable(probes.direct),
    ])
    if (stopping.aborted) return
    const current = main.find(({ url }) => url === targets.main.url)
    failedPolls = current ? 0 : failedPolls + 1
    if (failedPolls >= MAX_FAILED_POLLS) closeConnections(targets)
    cluster ??= current?.cluster
    const own = [...main, ...(direct ?? [])].filter((server) => server.cluster === cluster)
    newestTimeline = Math.max(newestTimeline, ...own.map(({ timeline }) => timeline))
    const primaries = pairServers(main, direct).filter(
      ({ main }) => own.includes(main) && main.timeline === newestTimeline,
    )
    if (primaries[0] && !primaries.some((pair) => isCurrent(targets, pair)))
      switchTargets(targets, primaries[0], log)
    // A load balancer keeps old connections on the former primary; new ones reach the new primary.
    for (const { probe, timeline } of own)
      if (timeline > 0 && timeline < newestTimeline) probe.close()
    await pause(pollIntervalMs, stopping)
  }
}

async function pollReachable(probes: readonly ServerProbe[]): Promise<ReachableServer[]> {
  const all = await Promise.allSettled(
    probes.map(async (probe) => {
      const { row, pooled } = await probe.poll()
      return { ...row, pooled, probe, url: probe.url }
    }),
  )
  return all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** Every pair of URLs that reaches the same server. */
function pairServers(
  main: readonly ReachableServer[],
  direct: readonly ReachableServer[] | null,
): ServerPair[] {
  if (direct === null) return main.map((server) => ({ main: server, direct: server }))
  return main.flatMap((one) =>
    direct
      .filter(({ identity, timeline }) => identity === one.identity && timeline === one.timeline)
      .map((other) => ({ main: one, direct: other })),
  )
}

function closeConnections(targets: Targets) {
  targets.main.closeConnections()
  targets.direct.closeConnections()
}

function isCurrent(targets: Targets, { main, direct }: ServerPair): boolean {
  return targets.main.url === main.url && targets.direct.url === direct.url
}

/** Synchronous, so that statements and sessions never use two servers. */
function switchTargets(targets: Targets, { main, direct }: ServerPair, log: Logger) {
  log.warn(
    { from: withoutCredentials(targets.direct.url), to: direct.probe.label },
    'Another database was promoted; writing to it from now on',
  )
  targets.main.switchTo(main)
  if (targets.direct !== targets.main) targets.direct.switchTo(direct)
}
