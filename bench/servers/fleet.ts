import type { ServerProcess } from './process.ts'
import { type ServerName, startNamed } from './servers.ts'

/** The servers of a run on one database. All but the one that is measured stand still. */
export class Fleet {
  readonly #running = new Map<ServerName, ServerProcess>()
  readonly databaseUrl: string
  #awake: ServerProcess | null = null

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl
  }

  /** Starts it if need be and wakes it; every other one is held still. */
  async wake(name: ServerName): Promise<ServerProcess> {
    const running = this.#running.get(name)
    if (this.#awake !== running) this.sleep()
    const server = running ?? (await startNamed(name, this.databaseUrl))
    this.#running.set(name, server)
    server.resume()
    this.#awake = server
    return server
  }

  /** Holds all of them still. */
  sleep(): void {
    this.#awake?.pause()
    this.#awake = null
  }

  /** Ends one, so that the next time it is started anew. */
  async end(name: ServerName): Promise<void> {
    const server = this.#running.get(name)
    this.#running.delete(name)
    if (this.#awake === server) this.#awake = null
    await server?.stop()
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.end(name)))
  }
}
