import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Health } from './health.ts'

const INTERVAL_MS = 25
const TIMEOUT_MS = 120_000

/**
 * Requests /healthz repeatedly, on one connection, until the signal is aborted.
 * @param onChecked is called after each request
 */
export async function checkHealth(
  url: string,
  signal: AbortSignal,
  onChecked: () => void,
): Promise<Health> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let [slowestMs, failures] = [0, 0]
  while (!signal.aborted) {
    const startedAt = performance.now()
    if (!(await isHealthy(url, agent))) failures++
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    onChecked()
    await setTimeout(INTERVAL_MS)
  }
  agent.destroy()
  return { slowestMs: Math.round(slowestMs), failures }
}

function isHealthy(url: string, agent: http.Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(`${url}/healthz`, { agent, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    request.once('timeout', () => request.destroy()).once('error', () => resolve(false))
  })
}
