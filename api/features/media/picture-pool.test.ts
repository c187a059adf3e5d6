import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { pictureProcesses } from '#api/test/picture-processes.ts'
import { photo, png } from '#api/test/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { processPicture } from './picture-pool.ts'

const MEGABYTE = 1024 * 1024

test('attack 46: the server stays responsive during the costliest pictures', async () => {
  const interlaced = await slowPicture()
  await processPicture(png())
  const before = process.memoryUsage.rss()
  const lags: number[] = []
  let last = performance.now()
  const clock = setInterval(() => {
    const now = performance.now()
    lags.push(now - last)
    last = now
  }, 10)
  const pictures = await Promise.all([processPicture(interlaced), processPicture(interlaced)])
  clearInterval(clock)
  expect(pictures.map(({ width }) => width)).toEqual([1600, 1600])
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MEGABYTE)
  const p95 = lags.sort((a, b) => a - b)[Math.floor(lags.length * 0.95)]
  expect(p95).toBeLessThan(250)
}, 60_000)

test('attack 46: a full queue rejects further pictures and says when to retry', async () => {
  const bytes = await photo({ width: 300, height: 300 }).png().toBuffer()
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => processPicture(bytes)))
  const rejected = results.filter(({ status }) => status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  for (const { reason } of rejected as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 5 })
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(40)
})

test.skipIf(process.platform !== 'linux')(
  'a crashed process fails only its own picture',
  async () => {
    const slow = await slowPicture()
    await processPicture(png())
    const rejection = processPicture(slow).catch((error: unknown) => error)
    await expect.poll(() => pictureProcesses().length).toBeGreaterThan(0)
    for (const pid of pictureProcesses()) process.kill(pid, 'SIGSEGV')
    expect(await rejection).toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: 'Failed to process the image',
    })
    await expect.poll(() => pictureProcesses()).toEqual([])
    expect(await processPicture(png())).toMatchObject({ width: 1 })
  },
)

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
