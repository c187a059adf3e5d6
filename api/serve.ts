import { createApp } from './app.ts'
import type { Groundwork } from './groundwork.ts'
import { listen } from './http/listen.ts'
import type { Lifetime } from './lifetime.ts'
import { createServices } from './services.ts'

/** Answers requests until the end of the process. Resolves when it does. */
export async function serve(groundwork: Groundwork, { atEnd, asked, forced }: Lifetime): Promise<void> {
  const app = await createApp(await createServices(groundwork))
  asked.throwIfAborted()
  const server = await listen(app, groundwork.settings)
  forced.addEventListener('abort', server.breakOff)
  atEnd(server.close)
}
