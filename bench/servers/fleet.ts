import type { ServerProcess } from './process.ts'
import { type ServerName, startNamed } from './servers.ts'

/** The servers of a run on one database. All but the measured one are paused. */
export class Fleet {
  readonly #running = new Map<ServerName, ServerProcess>()
  readonly databaseUrl: string
  #active: ServerProcess | null = null

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl
  }

  /** Starts or resumes this server and pauses the others. */
  async resume(name: ServerName): Promise<ServerProcess> {
    const running = this.#running.get(name)
    if (this.#active !== running) this.pause()
    const server = running ?? (await startNamed(name, this.databaseUrl))
    this.#running.set(name, server)
    server.resume()
    this.#active = server
    return server
  }

  /** Pauses all servers. */
  pause(): void {
    this.#active?.pause()
    this.#active = null
  }

  async stop(name: ServerName): Promise<void> {
    const server = this.#running.get(name)
    this.#running.delete(name)
    if (this.#active === server) this.#active = null
    await server?.stop()
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.stop(name)))
  }
}
