import { rmSync } from 'node:fs'
import { afterAll, expect, inject, test } from 'vitest'
import { emptyDataDir } from '../../e2e/server.ts'
import { runCommand } from './commands.ts'

const DATA_DIR = emptyDataDir()
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

test('no message about a failing database contains the password of DATABASE_URL', async () => {
  const password = 'shy-capybara'
  // A server that is down, a server that rejects the password, and a malformed address.
  const rejecting = Object.assign(new URL(inject('testServer').url), { password }).href
  for (const DATABASE_URL of [
    `postgresql://vibes:${password}@127.0.0.1:1/vibes`,
    rejecting,
    `postgresql://vibes:${password}@[nowhere/vibes`,
  ]) {
    for (const command of [
      ['api/main.ts'],
      ['api/ops/cli/main.ts', 'doctor'],
      ['api/ops/cli/main.ts', 'user', 'list'],
    ]) {
      const { code, stdout, stderr } = await runCommand(command, {
        DATABASE_URL,
        DATA_DIR,
        SEED: 'none',
        LOG_LEVEL: 'trace',
      })
      expect(code).toBe(1)
      expect(stdout + stderr).toMatch(
        /database at 127\.0\.0\.1|DATABASE_URL should be one or more URLs/,
      )
      expect(stdout + stderr).not.toContain(password)
    }
  }
})
