import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Health } from './health.ts'

// Requests /healthz in a separate thread, so that the attacker does not delay the measurement.
const INTERVAL_MS = 25
const TIMEOUT_MS = 120_000
const { url } = workerData as { url: string }
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())
parentPort?.postMessage(await checkHealth())

/** Requests it repeatedly, on one connection. Reports after the first response. */
async function checkHealth(): Promise<Health> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let [slowestMs, failures, checks] = [0, 0, 0]
  while (!stop.signal.aborted) {
    const startedAt = performance.now()
    if (!(await isHealthy(agent))) failures++
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    if (checks++ === 0) parentPort?.postMessage('ready')
    await setTimeout(INTERVAL_MS)
  }
  agent.destroy()
  return { slowestMs: Math.round(slowestMs), failures }
}

function isHealthy(agent: http.Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(`${url}/healthz`, { agent, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    request.once('timeout', () => request.destroy()).once('error', () => resolve(false))
  })
}
