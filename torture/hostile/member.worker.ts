import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { png } from '#api/test/pictures/pictures.ts'
import type { Served } from './health.ts'

// Reads and uploads as a member while others attack, in a thread of its own.
const { url, cookie } = workerData as { url: string; cookie: string }
const headers = { cookie, origin: url }
const READ = { intervalMs: 250, withinMs: 2_000, status: 200 }
const UPLOAD = { intervalMs: 3_000, withinMs: 10_000, status: 201 }
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())

/** Sends a request now and then, and counts the good responses that arrive in time. */
async function repeat(
  { intervalMs, withinMs, status }: typeof READ,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Served> {
  const counts = { served: 0, total: 0 }
  while (!stop.signal.aborted) {
    const response = await send(AbortSignal.timeout(withinMs)).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response?.status === status && text != null) counts.served++
    counts.total++
    await setTimeout(intervalMs)
  }
  return counts
}

const picture = new Blob([new Uint8Array(png())], { type: 'image/png' })

function upload(signal: AbortSignal): Promise<Response> {
  const body = new FormData()
  body.append('file', picture, 'a.png')
  return fetch(`${url}/api/media`, { method: 'POST', headers, body, signal })
}

parentPort?.postMessage('ready')
const [reads, uploads] = await Promise.all([
  repeat(READ, (signal) => fetch(`${url}/api/posts?limit=20`, { headers, signal })),
  repeat(UPLOAD, upload),
])
parentPort?.postMessage({ reads, uploads })
