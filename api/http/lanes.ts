import type { IncomingMessage, ServerResponse } from 'node:http'
import { EventLoop } from '#api/admission/event-loop.ts'
import { InFlightRequests } from '#api/admission/in-flight.ts'
import { ACCOUNT_ROUTES, paths } from '#rules/paths.ts'
import { acceptsPicture } from '#rules/picture-bodies.ts'
import { SMALL_BODY_BYTES } from './body-limits.ts'
import { isRead } from './methods.ts'
import { routedPath } from './paths.ts'

/** The resources that run out. */
export type LaneName = 'health' | 'sign-ins' | 'pictures' | 'requests'

interface LaneRow {
  lane: LaneName
  /** How many requests may be in flight at once. */
  limit: number
  /** The limit while the event loop is saturated. */
  whileSaturated?: number
  /** Whether requests that do not fit count in the next lane instead. */
  overflows?: boolean
  /** Whether a request counts in the last lane until its body is read, and in this one then. */
  isLate?: boolean
  when: (req: IncomingMessage, path: string) => boolean
}

const HEALTH = /^\/(healthz|readyz|metrics)$/

/** The first row that applies to a request limits it. */
const rows: readonly LaneRow[] = [
  // Monitoring has to work under overload.
  { lane: 'health', limit: 20, overflows: true, when: isHealthCheck },
  // The server hashes a few passwords at a time. Other sign-ins wait in memory.
  {
    lane: 'sign-ins',
    limit: 64,
    when: ({ method }, path) => !isRead(method ?? '') && signsIn(path),
  },
  // Two decoders and the budget of bodies bound pictures, so they slow no other requests.
  { lane: 'pictures', limit: 64, isLate: true, when: hasPicture },
  // A saturated process still serves 64, however long each takes. When the database is the
  // bottleneck, twice the requests at most double each latency.
  { lane: 'requests', limit: 128, whileSaturated: 64, when: () => true },
]

const eventLoop = new EventLoop()
const laneOf = Symbol('the lane of a request')

interface Request extends IncomingMessage {
  [laneOf]?: Lane
}

/** Limits the requests in flight, each kind by itself. */
export class Lanes {
  readonly #lanes = rows.map((row) => new Lane(row))
  readonly #last = this.#lanes.at(-1) as Lane

  /** @returns the lane that is full, or null for an admitted request */
  admit(req: Request, res: ServerResponse): LaneName | null {
    const path = routedPath(req)
    for (const lane of this.#lanes) {
      const { row } = lane
      if (!row.when(req, path)) continue
      const first = row.isLate ? this.#last : lane
      if (!first.isFull(res)) {
        first.add(res)
        req[laneOf] = lane
        return null
      }
      if (!row.overflows) return first.row.lane
    }
    return null
  }

  /** A body that is read behind admission has a budget of its own. */
  beginBody(req: Request, res: ServerResponse): void {
    if (req[laneOf]?.row.isLate) this.#last.remove(res)
  }

  /**
   * Asks again for an admitted request whose body has arrived since: until then, it took no place.
   * @returns the lane that is full
   */
  admitComplete(req: Request, res: ServerResponse): LaneName | null {
    const lane = req[laneOf]
    if (!lane) return null
    if (lane.isFull(res)) return lane.row.lane
    if (lane.row.isLate) lane.add(res)
    return null
  }
}

class Lane {
  readonly row: LaneRow
  readonly #inFlight = new InFlightRequests()

  constructor(row: LaneRow) {
    this.row = row
  }

  add(res: ServerResponse): void {
    this.#inFlight.add(res)
  }

  remove(res: ServerResponse): void {
    this.#inFlight.remove(res)
  }

  /** Whether others take all places. */
  isFull(res: ServerResponse): boolean {
    const { limit, whileSaturated = limit } = this.row
    if (!this.#inFlight.hasOthers(whileSaturated, res)) return false
    return eventLoop.isSaturated || this.#inFlight.hasOthers(limit, res)
  }
}

export function isHealthCheck(req: IncomingMessage, path = routedPath(req)): boolean {
  return isRead(req.method ?? '') && HEALTH.test(path)
}

/** Of the account routes, as Express mounts them, or the sign-in form. */
function signsIn(path: string): boolean {
  return path === paths.signIn || `${path}/`.startsWith(`${ACCOUNT_ROUTES}/`)
}

function hasPicture({ method, headers }: IncomingMessage, path: string): boolean {
  const isLarge = Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES
  return isLarge && acceptsPicture(method, path)
}
