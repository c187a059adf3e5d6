import { Socket } from 'node:net'

export interface ConnectionTarget {
  readonly url: string
  /** Whether a pooler is in front: no session state survives a transaction. */
  readonly pooled: boolean
  /** Opens the socket of a new connection, for targets that track their sockets. */
  readonly stream?: () => Socket
}

/** A target whose URL can change while connections are open. */
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

  /** Closes all connections; new ones go to the given database. */
  switchTo({ url, pooled }: Pick<ConnectionTarget, 'url' | 'pooled'>) {
    this.#url = url
    this.#pooled = pooled
    this.closeConnections()
  }

  /** Closes all connections at once, so pending statements fail immediately. */
  closeConnections() {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** SQL: the id that a primary shares with its standbys; null without the permission to read it. */
export const CLUSTER_ID = `CASE WHEN has_function_privilege('pg_control_system()', 'execute')
  THEN (SELECT system_identifier::text FROM pg_control_system()) END`

/** SQL: the timeline number, which each promotion increments; 0 for a standby. */
export const TIMELINE = `CASE WHEN pg_is_in_recovery() THEN 0
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END`

/** SQL: identifies a running server and a database on it, also through a pooler. */
export const DATABASE_ID = `extract(epoch FROM pg_postmaster_start_time())
  || ' ' || current_database()`

/** Host, port and database name of a URL, without the credentials. */
export function withoutCredentials(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host || 'localhost'}${pathname}`
}
