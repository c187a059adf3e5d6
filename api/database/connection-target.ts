import { Socket } from 'node:net'

/** The way to a database. */
export interface ConnectionTarget {
  readonly url: string
  /** Whether a pooler stands in between: a connection keeps nothing from one transaction to the next, names of statements neither. */
  readonly pooled: boolean
  /** Carries a new connection, where it has to be known which there are. */
  readonly stream?: () => Socket
}

/** A way that can lead elsewhere from one moment to the next. */
export class SwitchableTarget implements ConnectionTarget {
  #url: string
  #pooled: boolean
  readonly #sockets = new Set<Socket>()

  constructor({ url, pooled }: Pick<ConnectionTarget, 'url' | 'pooled'>) {
    this.#url = url
    this.#pooled = pooled
  }

  get url() {
    return this.#url
  }

  get pooled() {
    return this.#pooled
  }

  readonly stream = () => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  /** All that is connected is broken off, and what connects from now on comes to another database. */
  switchTo({ url, pooled }: Pick<ConnectionTarget, 'url' | 'pooled'>) {
    this.#url = url
    this.#pooled = pooled
    this.breakOff()
  }

  /** Whoever waits for an answer is told that there will be none. */
  breakOff() {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** In SQL: what it is a copy of, where that may be asked. */
export const CLUSTER = `CASE WHEN has_function_privilege('pg_control_system()', 'execute')
  THEN (SELECT system_identifier::text FROM pg_control_system()) END`

/** In SQL: each promotion begins a timeline with a higher number; 0 for a standby. */
export const TIMELINE = `CASE WHEN pg_is_in_recovery() THEN 0 ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END`

/** In SQL: one running server and one of its databases, the same through a pooler. */
export const IDENTITY = `extract(epoch FROM pg_postmaster_start_time()) || ' ' || current_database()`

/** Host, port and name without the password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host || 'localhost'}${pathname}`
}
