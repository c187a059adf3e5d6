import { watch } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import { loadSettings } from '#api/settings/settings.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { command } from './command.ts'
import { runWithRestart } from './restart-on-change.ts'
import { ROOT } from './run.ts'
import { buildStale, graphiqlPage, operationNames, prismaClient, typedDocuments } from './steps.ts'

// Starts the server with reload on change: Vite serves the client and proxies API requests.

const generated = [prismaClient, operationNames, typedDocuments, graphiqlPage]

await command(async () => {
  await buildStale(generated)
  const { host, port, publicUrl } = loadSettings()
  const apiPort = String(await freePort())
  process.env.API_URL = `http://localhost:${apiPort}`
  const client = await createServer({
    configFile: path.join(ROOT, 'vite.config.ts'),
    server: { host, port, strictPort: true },
  })
  await client.listen()
  // The browser uses Vite's address, so the API needs it as its public URL.
  const api = runWithRestart('api/main.ts', ['api', 'demo', 'rules'], {
    PORT: apiPort,
    PUBLIC_URL: publicUrl,
  })
  const watchers = ['api', 'web'].map(regenerateOnChange)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    for (const watcher of watchers) watcher.close()
    await Promise.all([client.close(), api.stop()])
    process.exit()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
})

function regenerateOnChange(folder: string) {
  return watch(path.join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file && /\.(graphql|prisma)$/.test(file))
      buildStale(generated).catch((error: Error) => console.error(error.message))
  })
}
