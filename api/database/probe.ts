import { Socket } from 'node:net'
import pg from 'pg'
import { isPooled } from './backend-key.ts'
import { withoutCredentials } from './connection-target.ts'

export interface ProbeResult<Row> {
  row: Row
  pooled: boolean
}

/** Polls one server with the same query, on one connection. Reconnects after an error. */
export class Probe<Row extends object> {
  readonly url: string
  /** Names the server in messages, without credentials. */
  readonly label: string
  readonly #sql: string
  readonly #timeoutMs: number
  #client: pg.Client | null = null
  #socket: Socket | null = null

  /**
   * @param columns the SQL of a select list
   * @param timeoutMs for one poll, connecting included
   */
  constructor(url: string, columns: string, timeoutMs: number) {
    this.url = url
    this.label = withoutCredentials(url)
    this.#sql = `SELECT ${columns}, pg_backend_pid() AS "pid"`
    this.#timeoutMs = timeoutMs
  }

  /** @throws Error when the server does not respond in time, or responds with an error */
  async poll(): Promise<ProbeResult<Row>> {
    const timer = setTimeout(() => this.close(), this.#timeoutMs)
    try {
      const client = this.#client ?? (await this.#connect())
      const { rows } = await client.query<Row & { pid: number }>(this.#sql)
      const [row] = rows
      if (!row) throw new RangeError('The probe query returned no row.')
      return { row, pooled: isPooled(client, row.pid) }
    } catch (error) {
      this.close()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async #connect(): Promise<pg.Client> {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'good-vibes probe',
      stream: () => socket,
    })
    this.#socket = socket
    client.on('error', () => this.#forget(client))
    await client.connect()
    this.#client = client
    return client
  }

  #forget(client: pg.Client) {
    if (this.#client === client) this.#client = null
  }

  /** Closes the connection; the next poll reconnects. */
  close(): void {
    this.#client = null
    this.#socket?.destroy()
  }
}
