import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Asks /healthz all the time, in a thread of its own, so that nothing that attacks delays the measurement.
const { url } = workerData as { url: string }
const BETWEEN = 25
const PATIENCE = 10_000
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
let over = false
let slowest = 0
let unwell = 0

parentPort?.once('message', () => {
  over = true
})

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(`${url}/healthz`, { agent, timeout: PATIENCE }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    request.once('timeout', () => request.destroy()).once('error', () => resolve(false))
  })
}

while (!over) {
  const began = performance.now()
  if (!(await ask())) unwell++
  slowest = Math.max(slowest, performance.now() - began)
  await setTimeout(BETWEEN)
}
agent.destroy()
parentPort?.postMessage({ slowest: Math.round(slowest), unwell })
