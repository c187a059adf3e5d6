import { parentPort, workerData } from 'node:worker_threads'
import { checkHealth } from './health-check.ts'

// Requests /healthz in a separate thread, so that the attacker does not delay the measurement.
const { url } = workerData as { url: string }
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())
let isReady = false
const onChecked = () => {
  if (!isReady) parentPort?.postMessage('ready')
  isReady = true
}
parentPort?.postMessage(await checkHealth(url, stop.signal, onChecked))
