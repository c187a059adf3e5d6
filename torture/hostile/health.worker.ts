import { parentPort, workerData } from 'node:worker_threads'
import { checkHealth } from './health-check.ts'

// Requests /healthz in a separate thread, so that the attacker does not delay the measurement.
const { url } = workerData as { url: string }
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())
parentPort?.postMessage(await checkHealth(url, stop.signal))
