import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Context, Reads, Viewer } from '#api/context.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import type { Replicas } from './replicas.ts'
import { createReplicaRouter } from './router.ts'

const [primary, replica] = [{}, {}] as [Reads, Reads]
const ann = { id: 'ann', isDemo: false } as Viewer

/** A replica that has reached position 100. */
const replicasWith = (positions: Promise<number>[]): Replicas<Reads> => ({
  at: (position) => (position <= 100 ? replica : null),
  position: () => positions.shift() ?? Promise.reject(new Error('No position.')),
  counts: () => ({ used: 1, all: 1 }),
  stop: async () => {},
})

const processAt = (publicUrl: string, ...positions: Promise<number>[]) =>
  createReplicaRouter(replicasWith(positions), primary, { publicUrl })
const processWith = (...positions: Promise<number>[]) => processAt('http://localhost', ...positions)

function request(
  router: ReturnType<typeof processWith>,
  viewer: Viewer | null,
  cookies?: string,
): Context {
  return { viewer, ...router.route(cookies, viewer) } as Context
}

test('of two concurrent writes, the replica must have reached the later position', async () => {
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  const router = processWith(first.promise, second.promise)
  const [one, other] = [request(router, ann), request(router, ann)]
  for (const each of [one, other]) router.beforeWrite(each)
  const writes = [router.afterWrite(one), router.afterWrite(other)]
  second.resolve(200)
  await writes[1]
  first.resolve(90)
  await writes[0]
  expect(request(router, ann).reads).toBe(primary)
})

test('the cookie works in a process whose clock is an hour ahead or behind', async () => {
  const [one, other] = [processWith(Promise.resolve(200)), processWith()]
  const context = request(one, ann)
  one.beforeWrite(context)
  await one.afterWrite(context)
  const [cookie = ''] = one.cookieFor(context)?.split(';') ?? []
  vi.useFakeTimers({ toFake: ['Date'] })
  registerCleanup(() => vi.useRealTimers())
  for (const hours of [0, 1, -1]) {
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    expect(request(other, ann, `a=b; ${cookie}`).reads).toBe(primary)
    expect(request(other, ann, 'a=b').reads).toBe(replica)
  }
})

test.each([
  ['http://localhost:4000', 'good-vibes.position'],
  ['http://localhost:4310', 'good-vibes-4310.position'],
  ['https://vibes.example:8443', '__Host-good-vibes-8443.position'],
])('the cookie of %s is %s', async (publicUrl, name) => {
  const router = processAt(publicUrl, Promise.resolve(200))
  const context = request(router, ann)
  router.beforeWrite(context)
  await router.afterWrite(context)
  expect(router.cookieFor(context)?.split('=')[0]).toBe(name)
})

test.each([
  ['POST', '/api/auth/sign-in/email', true],
  ['POST', '/API/Auth/Sign-In/email', true],
  ['POST', '/api/posts', false],
  ['POST', '/GraphQL?a=b', false],
])('%s %s is a write before its handler runs: %s', (method, url, isWrite) => {
  const router = processWith()
  const req = Object.assign(new IncomingMessage(new Socket()), { method, url })
  const res = new ServerResponse(req)
  const context = request(router, ann)
  router.setCookieOn(req, res, context)
  expect(context.readPosition?.isNew).toBe(isWrite)
  const isOperation = url.toLowerCase().startsWith('/graphql')
  expect(context.reads).toBe(isOperation ? replica : primary)
})
