import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { attacks } from './attacks.ts'
import { attackWithConnections } from './connections.ts'
import { type Amount, sendMany } from './requests.ts'
import { shapes } from './shapes.ts'
import type { Target } from './small-product.ts'

export interface AttackOrder {
  /** Of an attack with requests, or with connections. */
  name: string
  target: Target
  amount: Amount
}

const { name, target, amount } = workerData as AttackOrder
// Real attackers have processors of their own. This sets the priority of the thread alone.
os.setPriority(os.constants.priority.PRIORITY_LOW)
const attack = attacks.find((each) => each.name === name)
const shape = shapes.find((each) => each.name === name)
if (attack) parentPort?.postMessage(await sendMany(attack, target, amount))
if (shape)
  parentPort?.postMessage(await attackWithConnections(shape, target, amount.durationMs ?? 0))
