import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { findProcess, findServer, query } from './cluster.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

const NOTE =
  'The embedded database is not ready yet. It recovers after a crash, which can take minutes; the start waits for it.'
const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-recovery-'))
registerCleanup(() => {
  // A failed test leaves a server.
  const left = findProcess({ home })
  if (left) process.kill(left.pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
// Root's server runs as another user, which has to reach it.
chmodSync(folder, 0o755)
const home = path.join(folder, 'postgres')
const server = () => findServer({ home })

// The server recovers from an archive, which does not answer while this file exists.
const archiveIsBusy = path.join(folder, 'archive-is-busy')
const archive = path.join(folder, 'archive.sh')
writeFileSync(archive, `#!/bin/sh\nwhile [ -e ${archiveIsBusy} ]; do sleep 0.1; done\nexit 1\n`, {
  mode: 0o755,
})

/** The next start of the server recovers until the returned function is called. */
function holdRecovery(): () => void {
  const recoverySignal = path.join(home, 'data', 'recovery.signal')
  writeFileSync(recoverySignal, '')
  writeFileSync(archiveIsBusy, '')
  registerCleanup(() => {
    for (const file of [archiveIsBusy, recoverySignal]) rmSync(file, { force: true })
  })
  return () => rmSync(archiveIsBusy)
}

function start(signal?: AbortSignal) {
  const notes: string[] = []
  const { promise: noted, resolve } = Promise.withResolvers<void>()
  const starting = startEmbedded(folder, {
    settings: [`restore_command=${archive}`],
    startTimeoutSeconds: 1,
    signal,
    onNote(sentence) {
      notes.push(sentence)
      resolve()
    },
  })
  return { starting, notes, untilNoted: () => Promise.race([noted, starting]) }
}

async function stopLater(starting: Promise<EmbeddedDatabase>): Promise<EmbeddedDatabase> {
  const database = await starting
  registerCleanup(() => database.stop())
  return database
}

test('a start waits for a database that recovers, and does not stop it', async () => {
  await (await start().starting).stop()
  const endRecovery = holdRecovery()
  const first = start()
  await first.untilNoted()
  const recovering = await server()
  expect(recovering?.isReady).toBe(false)

  // As after the first start was killed.
  const second = start()
  await second.untilNoted()
  expect(await server()).toEqual(recovering)

  endRecovery()
  const { url } = await stopLater(first.starting)
  expect((await second.starting).url).toBe(url)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect((await server())?.pid).toBe(recovering?.pid)
  expect([first.notes, second.notes]).toEqual([[NOTE], [NOTE]])
})

test('a shutdown while the database recovers stops it', async () => {
  holdRecovery()
  const shutdown = new AbortController()
  const { starting, untilNoted } = start(shutdown.signal)
  await untilNoted()
  shutdown.abort(new Error('The server shuts down.'))
  await expect(starting).rejects.toThrow('The server shuts down.')
  expect(existsSync(path.join(home, 'data', 'postmaster.pid'))).toBe(false)
})

test('a restart waits for a database that recovers, until shutdown', async () => {
  const { starting, notes } = start()
  const { url, stop, restart } = await stopLater(starting)
  await stop()
  const endRecovery = holdRecovery()
  const shutdown = new AbortController()
  const restarting = restart(shutdown.signal)
  await expect.poll(() => notes).toEqual([NOTE])
  const recovering = await server()
  shutdown.abort()
  await expect(restarting).rejects.toThrow()
  expect(await server()).toEqual(recovering)

  const again = restart()
  await expect.poll(() => notes).toEqual([NOTE, NOTE])
  endRecovery()
  await again
  expect(await server()).toMatchObject({ pid: recovering?.pid, isReady: true })
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a start that fails does not stop a server that ran before', async () => {
  await stopLater(start().starting)
  const running = await server()
  const url = running?.url ?? ''
  await query(url, 'ALTER DATABASE good_vibes RENAME TO hidden')
  await query(url, 'ALTER ROLE postgres SET default_transaction_read_only = on')
  await expect(start().starting).rejects.toThrow(
    'The embedded database cannot be used: cannot execute CREATE DATABASE in a read-only transaction.',
  )
  expect(await server()).toEqual(running)
})
