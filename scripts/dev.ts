import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import { freePort } from '#api/free-port.ts'
import { loadSettings, type Settings } from '#api/settings.ts'
import { command } from './command.ts'
import { environment, ROOT } from './run.ts'
import { makeStale, prismaClient, typedDocuments } from './steps.ts'

// The product with reload on change: Vite is in front and passes on what is the API's, which starts anew by itself.

const generated = [prismaClient, typedDocuments]

await command(async () => {
  await makeStale(generated)
  const settings = loadSettings()
  const apiPort = await freePort()
  process.env.API_URL = `http://localhost:${apiPort}`
  const client = await createServer({
    configFile: path.join(ROOT, 'vite.config.ts'),
    server: { host: settings.host, port: settings.port, strictPort: true },
  })
  await client.listen()
  const api = startApi(settings, apiPort)
  regenerateOnChange()
  const end = async () => {
    api.kill('SIGTERM')
    await client.close()
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  api.once('exit', async (code) => {
    await client.close()
    process.exit(code ?? 0)
  })
})

/** People see the client's address, so that is the one the API has to know as its own. */
function startApi({ publicUrl }: Settings, port: number): ChildProcess {
  const env = environment({ PORT: String(port), PUBLIC_URL: publicUrl })
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', 'api/main.ts'], { cwd: ROOT, env, stdio: 'inherit' })
}

function regenerateOnChange() {
  for (const folder of ['api', 'web']) {
    watch(path.join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (file && /\.(graphql|prisma)$/.test(file)) makeStale(generated).catch((error: Error) => console.error(error.message))
    })
  }
}
