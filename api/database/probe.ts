import { Socket } from 'node:net'
import pg from 'pg'
import { isPooled } from './backend-key.ts'
import { placeOf } from './connection-target.ts'

export interface Found<Row> {
  row: Row
  pooled: boolean
}

/** Asks one server the same question again and again, on a connection that is kept for as long as it lasts. */
export class Probe<Row extends object> {
  readonly url: string
  /** For people: without the password. */
  readonly place: string
  readonly #sql: string
  readonly #patience: number
  #client: pg.Client | null = null
  #socket: Socket | null = null

  /**
   * @param sql a list of columns
   * @param patience how long an answer may take, in milliseconds, connecting included
   */
  constructor(url: string, sql: string, patience: number) {
    this.url = url
    this.place = placeOf(url)
    this.#sql = `SELECT ${sql}, pg_backend_pid() AS "pid"`
    this.#patience = patience
  }

  /** @throws Error when there is no answer, or none in time */
  async ask(): Promise<Found<Row>> {
    const late = setTimeout(() => this.close(), this.#patience)
    try {
      const client = this.#client ?? (await this.#connect())
      const { rows } = await client.query<Row & { pid: number }>(this.#sql)
      const [row] = rows
      if (!row) throw new RangeError('A row was asked for.')
      return { row, pooled: isPooled(client, row.pid) }
    } catch (error) {
      this.close()
      throw error
    } finally {
      clearTimeout(late)
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

  /** Breaks off; the next question connects anew. */
  close(): void {
    this.#client = null
    this.#socket?.destroy()
  }
}
