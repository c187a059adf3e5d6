import type { Random } from '#demo/random.ts'
import type { World } from '../world.ts'
import type { BulkServices } from './services.ts'

export interface Situation {
  world: World
  services: BulkServices
  random: Random
}
