import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import os from 'node:os'
import { setImmediate, setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import {
  killPictureProcesses,
  peakMemoryBytes,
  pictureProcesses,
  signalUnnoticed,
} from '#api/test/pictures/picture-processes.ts'
import { photo, png } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { processPicture } from './picture-pool.ts'

const MEGABYTE = 1024 * 1024

test('attack 46: the server stays responsive during the costliest pictures', async () => {
  const interlaced = await slowPicture()
  await processPicture(png())
  if (process.platform === 'linux')
    for (const pid of pictureProcesses())
      expect(os.getPriority(pid)).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const pictures = Promise.all([processPicture(interlaced), processPicture(interlaced)])
  const isDone = pictures.then(() => true)
  let turns = 0
  while (!(await Promise.race([isDone, setTimeout(1, false)]))) {
    turns++
    expect(sharp.counters(), 'decoded by the server').toEqual({ queue: 0, process: 0 })
  }
  expect((await pictures).map(({ width }) => width)).toEqual([1600, 1600])
  expect(turns, 'turns of the event loop').toBeGreaterThan(20)
})

test('attack 46: a full queue rejects further pictures and says when to retry', async () => {
  const bytes = await photo({ width: 300, height: 300 }).png().toBuffer()
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => processPicture(bytes)))
  const rejected = results.filter(({ status }) => status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  for (const { reason } of rejected as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 5 })
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(40)
})

describe.skipIf(process.platform !== 'linux')('a process that dies', () => {
  const failed = { code: 'UNSUPPORTED_MEDIA', message: 'Failed to process the image' }

  test('by a crash while it decodes fails only its own picture, which is not repeated', async () => {
    const slow = await slowPicture()
    await killPictureProcesses()
    const rejection = processPicture(slow).catch((error: unknown) => error)
    // An idle process has 80 MB, and the picture needs 100 MB.
    await expect
      .poll(() => Math.max(0, ...pictureProcesses().map(peakMemoryBytes)))
      .toBeGreaterThan(140 * MEGABYTE)
    for (const pid of pictureProcesses()) process.kill(pid, 'SIGSEGV')
    expect(await rejection).toMatchObject(failed)
    expect(pictureProcesses()).toEqual([])
    expect(await processPicture(png())).toMatchObject({ width: 1 })
  })

  test('when it gets a picture is replaced by another process', async () => {
    const picture = await largePicture()
    await killPictureProcesses()
    await processPicture(png())
    for (const pid of pictureProcesses()) signalUnnoticed(pid, 'SIGKILL')
    expect(await processPicture(picture)).toMatchObject({ width: 1_000 })
  })

  test('before it reads a picture is replaced by another process', async () => {
    await killPictureProcesses()
    await processPicture(png())
    const [pid = 0] = pictureProcesses()
    signalUnnoticed(pid, 'SIGSTOP')
    const picture = processPicture(png())
    process.kill(pid, 'SIGKILL')
    expect(await picture).toMatchObject({ width: 1 })
  })

  test('is replaced once for a picture', async () => {
    await killPictureProcesses()
    const rejection = processPicture(await slowPicture()).catch((error: unknown) => error)
    const killed = new Set<number>()
    const isDone = rejection.then(() => true)
    while (killed.size <= 2 && !(await Promise.race([isDone, setImmediate(false)]))) {
      for (const pid of pictureProcesses()) {
        killed.add(pid)
        process.kill(pid, 'SIGSEGV')
      }
    }
    expect(killed.size).toBeLessThanOrEqual(2)
    expect(await rejection).toMatchObject(failed)
    expect(await processPicture(png())).toMatchObject({ width: 1 })
  })
})

test.skipIf(process.platform !== 'linux')(
  "a decoder process gets neither the server's environment nor its open files and sockets",
  async () => {
    await processPicture(png())
    for (const pid of pictureProcesses()) {
      const names = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
      expect(names.map((each) => each.split('=')[0])).toEqual([
        'NODE_CHANNEL_FD',
        'NODE_CHANNEL_SERIALIZATION_MODE',
      ])
      const inherited = readdirSync(`/proc/${pid}/fd`).map((fd) =>
        readlinkSync(`/proc/${pid}/fd/${fd}`),
      )
      const own = /^(\/dev\/(null|urandom)|(anon_inode|pipe):.+)$/
      expect(inherited.filter((target) => !own.test(target))).toEqual([
        expect.stringMatching(/^socket:/),
      ])
    }
  },
)

test('a picture that arrives right after an idle process ended gets a new process', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  registerCleanup(() => vi.useRealTimers())
  const bytes = await photo({ width: 30, height: 20 }).png().toBuffer()
  for (let round = 0; round < 3; round++) {
    await expect(processPicture(bytes)).resolves.toMatchObject({ width: 30, height: 20 })
    vi.advanceTimersByTime(20_000)
  }
})

/** Among the most expensive to decode: interlaced, with as many pixels as allowed. */
function slowPicture(): Promise<Buffer> {
  const background = { r: 90, g: 140, b: 30, alpha: 0.5 }
  return sharp({ create: { width: 5_000, height: 5_000, channels: 4, background } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
}

/** Larger than the buffer of a socket. */
function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const create = { width: 1_000, height: 1_000, channels: 3 as const, background: '#000', noise }
  return sharp({ create }).png().toBuffer()
}
