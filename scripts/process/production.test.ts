import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { photo } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { emptyDataDir, isolatedEnvironment } from '../../e2e/server.ts'
import { ROOT } from '../run.ts'
import { buildStale } from '../steps.ts'

const TOP_LEVEL = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/

const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>
}
/** The packages that `npm ci --omit=dev` installs. */
const installed = Object.keys(packages).filter(
  (name) => TOP_LEVEL.test(name) && !packages[name]?.dev,
)

test('a production install contains no development tools', () => {
  const tools = [
    'prisma',
    '@prisma/studio-core',
    '@prisma/dev',
    'typescript',
    'vite',
    'vitest',
    'react',
    'react-dom',
    '@biomejs/biome',
    '@graphql-yoga/render-graphiql',
  ]
  expect(tools.filter((name) => !packages[`node_modules/${name}`])).toEqual([])
  expect(tools.filter((name) => installed.includes(`node_modules/${name}`))).toEqual([])
  // Without `legacy-peer-deps`, npm would install tools that are optional peers of dependencies.
  expect(Object.keys(packages).filter((name) => packages[name]?.devOptional)).toEqual([])
})

test('a built tree runs without development dependencies, like the Docker image', async () => {
  await buildStale()
  const tree = mkdtempSync(path.join(tmpdir(), 'good-vibes-production-'))
  const dataDir = emptyDataDir()
  for (const folder of [tree, dataDir])
    registerCleanup(() => rmSync(folder, { recursive: true, force: true }))
  const parts = ['package.json', 'scripts/entry.js', 'rules', 'api', 'demo', 'web/dist', 'docs']
  for (const part of parts)
    cpSync(path.join(ROOT, part), path.join(tree, part), { recursive: true })
  for (const name of installed.filter((dependency) => existsSync(path.join(ROOT, dependency)))) {
    mkdirSync(path.dirname(path.join(tree, name)), { recursive: true })
    symlinkSync(path.join(ROOT, name), path.join(tree, name))
  }

  const port = String(await freePort())
  const url = `http://localhost:${port}`
  // Otherwise packages would resolve their dependencies in the project's node_modules.
  const env = isolatedEnvironment({
    PORT: port,
    DATA_DIR: dataDir,
    NODE_OPTIONS: '--preserve-symlinks',
  })
  const server = spawn(process.execPath, ['scripts/entry.js', 'api/main.ts'], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  registerCleanup(() => server.kill('SIGKILL'))
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk))
  await expect.poll(() => output).toContain(`Good Vibes is ready at ${url}`)

  for (const page of [
    '/',
    '/explore',
    '/api/login',
    '/api/docs',
    '/api/posts',
    '/graphql?query={__typename}',
    '/metrics',
  ]) {
    expect([page, (await fetch(url + page)).status]).toEqual([page, 200])
  }
  const graphiql = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })
  expect([
    graphiql.status,
    (await graphiql.text()).includes('<title>Good Vibes · GraphiQL</title>'),
  ]).toEqual([200, true])
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await photo().jpeg().toBuffer())]), 'me.jpg')
  const headers = { 'X-Demo-User': '1', 'X-Requested-With': 'test' }
  expect((await fetch(`${url}/api/media`, { method: 'POST', body: form, headers })).status).toBe(
    201,
  )
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
