import cluster from 'node:cluster'
import path from 'node:path'
import type { Logger } from 'pino'
import type { WaitingRoom } from '../http/waiting-room.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { ENTRY, goneOf } from './processes.ts'

const PROGRAM = path.join(import.meta.dirname, 'waiting-room.process.ts')

/**
 * The waiting room of a product with several workers is a process beside them: all of them share one door, which nobody finds
 * shut as long as one of them stands behind it.
 * @throws OperatorError when the port or the host cannot be had
 */
export async function openWaitingRoomBesideWorkers({ host, port }: Settings, log: Logger): Promise<WaitingRoom> {
  cluster.setupPrimary({ exec: ENTRY, args: [PROGRAM] })
  const worker = cluster.fork()
  worker.on('error', (err) => log.debug({ err }, 'The waiting room did not get a message'))
  const send = (message: ToWorker) => void (worker.isConnected() && worker.send(message))
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'order please') send({ kind: 'wait', at: { host, port } })
      else if (message.kind === 'ready') resolve()
      else if (message.kind === 'refused') reject(new OperatorError(message.sentence))
    })
    worker.once('exit', (code, signal) => reject(new Error(`The waiting room ended with ${signal ?? code} before it was open`)))
  })
  return {
    migrating: () => send({ kind: 'migrating' }),
    async close() {
      send({ kind: 'leave' })
      await goneOf(worker)
    },
  }
}
