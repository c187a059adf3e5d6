import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { createLogOutput } from './log-output.ts'

const LINE = `${'x'.repeat(99)}\n`

test('a process exits although the reader of its log has closed the pipe', async () => {
  const program = `import { createLog } from '#api/telemetry/log.ts'
    const log = createLog('info')
    process.stdin.once('data', () => {
      log.info('This line has no reader.')
      process.exit(3)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  registerCleanup(() => child.kill('SIGKILL'))
  child.stdout.destroy()
  child.stdin.write('exit')
  expect(await once(child, 'exit')).toEqual([3, null])
})

test.skipIf(process.platform !== 'linux')('a full disk does not end the process', () => {
  const fd = openSync('/dev/full', 'w')
  registerCleanup(() => closeSync(fd))
  const output = createLogOutput(fd)
  for (let times = 0; times < 11_000; times++) output.write(LINE)
  output.flushSync()
})

test.skipIf(process.platform === 'win32')(
  'a slow reader does not block writes, and the log says how many lines were dropped',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-log-'))
    registerCleanup(() => rmSync(folder, { recursive: true }))
    const pipe = path.join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    registerCleanup(() => closeSync(fd))
    const output = createLogOutput(fd)
    for (let times = 0; times < 20_000; times++) output.write(LINE)
    let read = ''
    const chunk = Buffer.alloc(65_536)
    const readAll = () => {
      try {
        for (;;) read += chunk.toString('utf8', 0, readSync(fd, chunk))
      } catch {
        // EAGAIN: the pipe is empty.
      }
    }
    for (let times = 0; times < 1_500; times++) {
      readAll()
      output.write(LINE)
    }
    output.flushSync()
    readAll()
    const lines = read.trimEnd().split('\n')
    const messages = lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line).msg)
    expect(messages).toEqual([expect.stringMatching(/^Dropped \d+ log lines$/)])
    expect(lines.length - 1 + Number(/\d+/.exec(messages[0])?.[0])).toBe(21_500)
    expect(
      lines.filter((line) => !line.startsWith('{')).every((line) => `${line}\n` === LINE),
    ).toBe(true)
  },
)
