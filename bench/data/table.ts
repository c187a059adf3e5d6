import type { BinaryCopyWriter } from './copy.ts'
import type { Shape } from './shape.ts'

export interface Table {
  name: string
  columns: readonly string[]
  write(shape: Shape, rows: BinaryCopyWriter): Iterable<void>
}
