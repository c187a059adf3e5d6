import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { type Product, startProduct } from '../../e2e/server.ts'
import { holderOf, isAlive, postmasterIn, processesOn, runCli, runCommand } from './commands.ts'

const isRoot = process.getuid?.() === 0

/** Only root can enter this data directory, so its database is stored elsewhere. */
function rootOnlyDataDir() {
  const dataDir = path.join(
    mkdtempSync(path.join(tmpdir(), 'good-vibes-root-')),
    "a data dir's place",
  )
  const home = path.join('/var/lib/good-vibes', createHash('sha256').update(dataDir).digest('hex'))
  registerCleanup(() => {
    // A failed test leaves the database of a killed server running.
    const database = existsSync(path.join(home, 'data/postmaster.pid')) ? postmasterIn(home) : null
    if (database !== null && isAlive(database)) process.kill(database, 'SIGKILL')
    for (const folder of [path.dirname(dataDir), home])
      rmSync(folder, { recursive: true, force: true })
  })
  return {
    dataDir,
    home,
    note: path.join(dataDir, 'postgres-is-elsewhere.txt'),
    id: path.join(home, 'data', 'good-vibes-id'),
  }
}

async function startOn(dataDir: string): Promise<Product> {
  const product = await startProduct({ DATA_DIR: dataDir, SEED: 'none' })
  registerCleanup(() => product.stop())
  return product
}

/** Starts a server that fails, and returns its message. */
async function startupError(dataDir: string): Promise<string> {
  const started = await startProduct({ DATA_DIR: dataDir, SEED: 'none' }).catch(
    (error: Error) => error.message,
  )
  if (typeof started !== 'string') {
    await started.stop()
    throw new Error('The server started.')
  }
  return started.split('\n').find((line) => line.startsWith('The database in ')) ?? started
}

const CONTENT = 'Written before the data directory was deleted.'
async function post({ url }: Product): Promise<void> {
  const body = JSON.stringify({ authorId: 'demo-user', content: CONTENT, mediaType: 'text' })
  const made = await fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  expect(made.status).toBe(201)
}

async function contents({ url }: Product): Promise<string[]> {
  return ((await (await fetch(`${url}/api/posts`)).json()) as { content: string }[]).map(
    ({ content }) => content,
  )
}

/** Writes a post, kills the server, and removes the data directory but not the database. */
async function orphanDatabase(dataDir: string): Promise<void> {
  const product = await startOn(dataDir)
  await post(product)
  process.kill(holderOf(dataDir), 'SIGKILL')
  await product.stop()
  rmSync(dataDir, { recursive: true })
}

/** Whether a running process holds the lock. */
function isLocked(dataDir: string): boolean {
  try {
    return isAlive(holderOf(dataDir))
  } catch {
    return false
  }
}

function commandsIn(message: string): string[] {
  return [...message.matchAll(/"([^"]+)"/g)].map(([, command]) => command ?? '')
}

describe.runIf(isRoot)('a database outside the data directory', () => {
  test('a start refuses an orphaned database, and names its process and commands to keep or remove it', async () => {
    const { dataDir, home } = rootOnlyDataDir()
    await orphanDatabase(dataDir)
    const database = postmasterIn(home)
    expect(await startupError(dataDir)).toContain(`Process ${database} runs it`)
    process.kill(database, 'SIGINT')
    await expect.poll(() => isAlive(database)).toBe(false)

    const refused = await runCommand(['api/main.ts'], {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
    })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    const message = refused.stderr.trimEnd()
    expect(message).not.toContain('runs it')
    const [remove = '', keep = ''] = commandsIn(message)
    expect(remove).toBe(`rm -r ${home}`)
    expect(message).toContain(
      `The database in ${home} is from an earlier start, and ${dataDir} does not name it`,
    )
    // No attempt adopted the database.
    expect((await runCli(['doctor'], { DATA_DIR: dataDir })).stdout).toContain(message)

    execFileSync('sh', ['-c', keep])
    const kept = await startOn(dataDir)
    expect(await contents(kept)).toEqual([CONTENT])
    const doctor = await runCli(['doctor'], { DATA_DIR: dataDir })
    expect(doctor.stdout).toContain(
      `its files are in ${home}, and stay there when ${dataDir} is removed.`,
    )
    expect(await kept.stop()).toBe(0)

    rmSync(dataDir, { recursive: true })
    execFileSync('sh', ['-c', remove])
    expect(await contents(await startOn(dataDir))).toEqual([])
  })

  test('a note with the id of another database is refused; one of 0.1.0, without an id, gets it', async () => {
    const { dataDir, home, note, id } = rootOnlyDataDir()
    const product = await startOn(dataDir)
    await post(product)
    expect(await product.stop()).toBe(0)
    for (const other of ['00000000-0000-4000-8000-000000000000\n', '']) {
      writeFileSync(note, `${home}\n${other}`)
      expect(await startupError(dataDir)).toMatch(/^The database in /)
    }
    writeFileSync(note, `${home}\n`)
    rmSync(id)
    const upgraded = await startOn(dataDir)
    expect(await contents(upgraded)).toEqual([CONTENT])
    expect(await upgraded.stop()).toBe(0)
    expect(readFileSync(note, 'utf8')).toBe(`${home}\n${readFileSync(id, 'utf8')}`)
    // A power failure between the two writes leaves this state.
    rmSync(id)
    expect(await contents(await startOn(dataDir))).toEqual([CONTENT])
  })

  test('a first start that is killed at any moment can be repeated', async () => {
    const { dataDir, home, note, id } = rootOnlyDataDir()
    for (const landmark of [note, home, id, path.join(home, 'data', 'postmaster.pid')]) {
      const starting = startProduct({ DATA_DIR: dataDir, SEED: 'none' }).catch(() => null)
      await expect.poll(() => existsSync(landmark) && isLocked(dataDir), { interval: 1 }).toBe(true)
      process.kill(holderOf(dataDir), 'SIGKILL')
      await starting
      await expect.poll(() => processesOn(`${home}/new-`)).toEqual([])
    }
    expect(await contents(await startOn(dataDir))).toEqual([])
  })
})
