import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Requests /healthz in a separate thread, so that the attacker does not delay the measurement.
const { url } = workerData as { url: string }
const INTERVAL_MS = 25
const TIMEOUT_MS = 120_000
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
let isStopped = false
let slowestMs = 0
let failures = 0

parentPort?.once('message', () => {
  isStopped = true
})

function isHealthy(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(`${url}/healthz`, { agent, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    request.once('timeout', () => request.destroy()).once('error', () => resolve(false))
  })
}

while (!isStopped) {
  const startedAt = performance.now()
  if (!(await isHealthy())) failures++
  slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  await setTimeout(INTERVAL_MS)
}
agent.destroy()
parentPort?.postMessage({ slowestMs: Math.round(slowestMs), failures })
