import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { maintainBallast } from './ballast.ts'

test('the ballast file does not go where a planted link leads', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'good-vibes-ballast-'))
  registerCleanup(() => rmSync(home, { recursive: true }))
  const victim = path.join(home, 'victim')
  const ballast = path.join(home, 'reserve')
  writeFileSync(victim, 'precious')
  symlinkSync(victim, `${ballast}.part`)
  const { stop } = maintainBallast(home, pino({ level: 'silent' }))
  await expect.poll(() => existsSync(ballast)).toBe(true)
  await stop()
  expect(readFileSync(victim, 'utf8')).toBe('precious')
  expect(lstatSync(ballast).isFile()).toBe(true)
})
