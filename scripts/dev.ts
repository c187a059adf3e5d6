import { watch } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import { freePort } from '#api/lib/free-port.ts'
import { loadSettings } from '#api/settings/settings.ts'
import { command } from './command.ts'
import { keepRunning } from './restarting.ts'
import { ROOT } from './run.ts'
import { graphiqlPage, makeStale, prismaClient, typedDocuments } from './steps.ts'

// The product with reload on change: Vite is in front and passes on what is the API's, which starts anew by itself.

const generated = [prismaClient, typedDocuments, graphiqlPage]

await command(async () => {
  await makeStale(generated)
  const { host, port, publicUrl } = loadSettings()
  const apiPort = String(await freePort())
  process.env.API_URL = `http://localhost:${apiPort}`
  const client = await createServer({
    configFile: path.join(ROOT, 'vite.config.ts'),
    server: { host, port, strictPort: true },
  })
  await client.listen()
  // People see the client's address, so that is the one the API has to know as its own.
  const api = keepRunning('api/main.ts', ['api', 'demo', 'rules'], {
    PORT: apiPort,
    PUBLIC_URL: publicUrl,
  })
  const watchers = ['api', 'web'].map(regenerateOnChange)

  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    for (const watcher of watchers) watcher.close()
    await Promise.all([client.close(), api.stop()])
    process.exit()
  }
  process.on('SIGINT', end).on('SIGTERM', end)
})

function regenerateOnChange(folder: string) {
  return watch(path.join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file && /\.(graphql|prisma)$/.test(file))
      makeStale(generated).catch((error: Error) => console.error(error.message))
  })
}
