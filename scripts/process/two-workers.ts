import type { ClientRequest } from 'node:http'
import { expect } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { type RawResponse, rawRequest } from '#api/test/servers/raw-request.ts'
import { type Product, startProduct } from '../../e2e/server.ts'
import { processState } from './commands.ts'
import { startRequest } from './requests.ts'

export const TWO = { WEB_CONCURRENCY: '2', SEED: 'none' }

export async function startTwo(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const product = await startProduct({ ...TWO, ...settings })
  registerCleanup(() => product.stop())
  return product
}

/** Sends a request on a new connection, which the next worker accepts. */
export function send(
  { url }: Product,
  path: string,
  body?: unknown,
  cookie = '',
): Promise<RawResponse> {
  const headers = {
    ...(body ? { 'Content-Type': 'application/json' } : {}),
    ...(cookie && { cookie }),
  }
  const method = body ? 'POST' : 'GET'
  return rawRequest(`${url}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Starts a request on the other one of two workers. */
export async function startRequestBeside(product: Product, worker: number): Promise<ClientRequest> {
  process.kill(worker, 'SIGSTOP')
  try {
    await expect.poll(() => processState(worker)).toMatch(/^T/)
    // A stopped worker gets at most one of two connections, and does not respond.
    const requests = [startRequest(product), startRequest(product)]
    const first = await Promise.any(requests)
    for (const request of requests)
      void request.then(
        (started) => started !== first && started.on('error', () => {}).destroy(),
        () => {},
      )
    return first
  } finally {
    process.kill(worker, 'SIGCONT')
  }
}

const account = {
  name: 'Ada',
  username: 'ada',
  email: 'ada@example.com',
  password: 'a warm cup of tea',
}

export const signUp = (product: Product, username = account.username) =>
  authenticate(product, '/api/auth/sign-up/email', {
    ...account,
    username,
    email: `${username}@example.com`,
  })
export const signIn = (product: Product) =>
  authenticate(product, '/api/auth/sign-in/username', account)

/** @returns the cookies of the new session */
async function authenticate(
  product: Product,
  path: string,
  { name, email, ...login }: typeof account,
): Promise<string> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify(path.includes('sign-up') ? { name, email, ...login } : login),
  })
  expect(response.status).toBe(200)
  const lines = response.headers.getSetCookie()
  return lines.map((line) => line.split(';')[0]).join('; ')
}
