import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { lockDataDir, tryLock } from './lock.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a process that does not get the lock learns who holds it, until it is released', () => {
  const lock = lockDataDir(folder)
  lock.announce('http://localhost:4000')
  expect(() => lockDataDir(folder)).toThrow(
    `The data directory ${folder} is in use by process ${process.pid}, which answers at http://localhost:4000.`,
  )
  expect(tryLock(folder)).toBeNull()
  lock.release()
  tryLock(folder)?.release()
})

/** The file system reports no space for this file. */
const FULL = '/dev/full'

test.runIf(existsSync(FULL))('a full disk does not prevent the lock', () => {
  const owner = path.join(folder, 'lock-owner.json')
  symlinkSync(FULL, owner)
  registerCleanup(() => rmSync(owner, { force: true }))
  const lock = lockDataDir(folder)
  lock.announce('http://localhost:4000')
  rmSync(owner)
  const refusal = `The data directory ${folder} is in use by another process.`
  expect(() => lockDataDir(folder)).toThrow(refusal)
  // On a full disk, the file may be empty.
  writeFileSync(owner, '')
  expect(() => lockDataDir(folder)).toThrow(refusal)
  lock.release()
  lockDataDir(folder).release()
})

test('the lock of a killed process is released at once', async () => {
  const program = `const { lockDataDir } = await import(${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))})
    lockDataDir(${JSON.stringify(folder)}); gc(); console.log('locked'); setInterval(() => {}, 1000)`
  const holder = spawn(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', program],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(holder, 'exit')
  try {
    await once(holder.stdout, 'data')
    expect(() => lockDataDir(folder)).toThrow(`is in use by process ${holder.pid}.`)
  } finally {
    holder.kill('SIGKILL')
    await ended
  }
  lockDataDir(folder).release()
})
