import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '#api/lib/free-port.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { type Product, startProduct } from '../../e2e/server.ts'
import { holderOf, isAlive, processesOn, runCommand } from './commands.ts'

const PATIENCE = 120_000
const isRoot = process.getuid?.() === 0

/** A data directory below a folder that only root can enter, so that its database has to be elsewhere. */
function unreachable() {
  const dataDir = path.join(
    mkdtempSync(path.join(tmpdir(), 'good-vibes-root-')),
    "a data dir's place",
  )
  const home = path.join('/var/lib/good-vibes', createHash('sha256').update(dataDir).digest('hex'))
  afterwards(() => {
    for (const each of [path.dirname(dataDir), home]) rmSync(each, { recursive: true, force: true })
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
  afterwards(() => product.stop())
  return product
}

/** What a start says that ends before it is ready. */
async function refusal(dataDir: string): Promise<string> {
  const started = await startProduct({ DATA_DIR: dataDir, SEED: 'none' }).catch(
    (error: Error) => error.message,
  )
  if (typeof started !== 'string') {
    await started.stop()
    throw new Error('The product has started.')
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

/** Leaves a database with a post behind, and removes the data directory. */
async function leaveBehind(dataDir: string): Promise<void> {
  const product = await startOn(dataDir)
  await post(product)
  expect(await product.stop()).toBe(0)
  rmSync(dataDir, { recursive: true })
}

/** Whether a process that runs holds the lock. */
function isHeld(dataDir: string): boolean {
  try {
    return isAlive(holderOf(dataDir))
  } catch {
    return false
  }
}

function commandsIn(sentence: string): string[] {
  return [...sentence.matchAll(/"([^"]+)"/g)].map(([, command]) => command ?? '')
}

describe.runIf(isRoot)('a database outside of its data directory', () => {
  test('a start on a deleted data directory refuses the database that survived it, and names a command to keep it and one to remove it', {
    timeout: PATIENCE,
  }, async () => {
    const { dataDir, home } = unreachable()
    await leaveBehind(dataDir)
    const sentence = await refusal(dataDir)
    const [remove = '', keep = ''] = commandsIn(sentence)
    expect(remove).toBe(`rm -r ${home}`)
    expect(sentence).toContain(
      `The database in ${home} is from an earlier start, and ${dataDir} does not name it`,
    )
    // The first attempt has written nothing that names the database.
    const port = String(await freePort())
    expect(await runCommand(['api/main.ts'], { DATA_DIR: dataDir, PORT: port })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${sentence}\n`,
    })
    expect(
      (await runCommand(['api/ops/cli/main.ts', 'doctor'], { DATA_DIR: dataDir })).stdout,
    ).toContain(sentence)

    execFileSync('sh', ['-c', keep])
    const kept = await startOn(dataDir)
    expect(await contents(kept)).toEqual([CONTENT])
    const doctor = await runCommand(['api/ops/cli/main.ts', 'doctor'], { DATA_DIR: dataDir })
    expect(doctor.stdout).toContain(
      `its files are in ${home}, and stay there when ${dataDir} is removed.`,
    )
    expect(await kept.stop()).toBe(0)

    rmSync(dataDir, { recursive: true })
    execFileSync('sh', ['-c', remove])
    expect(await contents(await startOn(dataDir))).toEqual([])
  })

  test('a note that names another database is refused too', { timeout: PATIENCE }, async () => {
    const { dataDir, note } = unreachable()
    const product = await startOn(dataDir)
    expect(await product.stop()).toBe(0)
    const [folder] = readFileSync(note, 'utf8').split('\n')
    for (const id of ['00000000-0000-4000-8000-000000000000\n', '']) {
      writeFileSync(note, `${folder}\n${id}`)
      expect(await refusal(dataDir)).toMatch(/^The database in /)
    }
  })

  test('what 0.1.0 left, a note and a database without ids, starts and is given one', {
    timeout: PATIENCE,
  }, async () => {
    const { dataDir, home, note, id } = unreachable()
    const product = await startOn(dataDir)
    await post(product)
    expect(await product.stop()).toBe(0)
    writeFileSync(note, `${home}\n`)
    rmSync(id)
    const upgraded = await startOn(dataDir)
    expect(await contents(upgraded)).toEqual([CONTENT])
    expect(await upgraded.stop()).toBe(0)
    expect(readFileSync(note, 'utf8')).toBe(`${home}\n${readFileSync(id, 'utf8')}`)
    // As if the power had failed between the two writes.
    rmSync(id)
    expect(await contents(await startOn(dataDir))).toEqual([CONTENT])
  })

  test('a start that is killed at any moment of the first one leaves what the next start accepts', {
    timeout: PATIENCE,
  }, async () => {
    const { dataDir, home, note, id } = unreachable()
    for (const landmark of [note, home, id, path.join(home, 'data', 'postmaster.pid')]) {
      const starting = startProduct({ DATA_DIR: dataDir, SEED: 'none' }).catch(() => null)
      await expect
        .poll(() => existsSync(landmark) && isHeld(dataDir), { interval: 1, timeout: PATIENCE })
        .toBe(true)
      process.kill(holderOf(dataDir), 'SIGKILL')
      await starting
      await expect.poll(() => processesOn(`${home}/new-`), { timeout: PATIENCE }).toEqual([])
    }
    expect(await contents(await startOn(dataDir))).toEqual([])
  })

  test('a database that still runs is named with its process', { timeout: PATIENCE }, async () => {
    const { dataDir, home } = unreachable()
    const product = await startOn(dataDir)
    const database = Number(
      readFileSync(path.join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    process.kill(holderOf(dataDir), 'SIGKILL')
    await product.stop()
    rmSync(dataDir, { recursive: true })
    expect(await refusal(dataDir)).toContain(`Process ${database} runs it`)
    process.kill(database, 'SIGINT')
    await expect.poll(() => isAlive(database), { timeout: PATIENCE }).toBe(false)
    expect(await refusal(dataDir)).not.toContain('runs it')
  })
})
