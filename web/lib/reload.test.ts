import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const reload = vi.fn()
/** The module as a page load creates it. */
const loadPage = () => {
  vi.resetModules()
  return import('./reload.ts')
}
/** @param status 0 for an unreachable server */
const respond = (status: number) =>
  vi.stubGlobal('fetch', async () => {
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })

beforeEach(() => {
  vi.stubGlobal('location', { href: location.href, origin: location.origin, reload })
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockReset()
})

test('a tab whose script is gone after a deployment reloads, once', async () => {
  respond(404)
  const first = await loadPage()
  void first.reloadIfStale()
  await expect.poll(() => reload).toHaveBeenCalledOnce()
  const second = await loadPage()
  await second.reloadIfStale()
  expect(reload).toHaveBeenCalledOnce()
})

test('two parts of a stale tab ask the server once, and neither shows its failure', async () => {
  const { reloadIfStale } = await loadPage()
  const fetched = vi.fn(async () => new Response(null, { status: 404 }))
  vi.stubGlobal('fetch', fetched)
  const failed = vi.fn()
  for (const _part of [1, 2]) void reloadIfStale().then(failed)
  await expect.poll(() => reload).toHaveBeenCalledOnce()
  void reloadIfStale().then(failed)
  await new Promise((resolve) => setTimeout(resolve))
  expect(failed).not.toHaveBeenCalled()
  expect(fetched).toHaveBeenCalledOnce()
})

test('a later failure asks the server again', async () => {
  const { reloadIfStale } = await loadPage()
  respond(0)
  await reloadIfStale()
  respond(404)
  void reloadIfStale()
  await expect.poll(() => reload).toHaveBeenCalledOnce()
})

test.each([200, 503, 0])('with status %s, the tab is not stale', async (status) => {
  respond(status)
  const { reloadIfStale } = await loadPage()
  await reloadIfStale()
  expect(reload).not.toHaveBeenCalled()
})

test('without storage nothing reloads by itself', async () => {
  respond(404)
  vi.stubGlobal('sessionStorage', undefined)
  const { reloadIfStale } = await loadPage()
  await reloadIfStale()
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  [200, 1],
  [503, 1],
  [0, 0],
])('with status %s, a retry reloads the page %s times', async (status, times) => {
  respond(status)
  const { reloadIfReachable } = await loadPage()
  await reloadIfReachable()
  expect(reload).toHaveBeenCalledTimes(times)
})
