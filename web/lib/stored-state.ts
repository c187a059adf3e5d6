import type * as z from 'zod/mini'
import type { StoredText } from './stored-text.ts'

/** State of an earlier visit in the browser's storage. What does not parse is dropped. */
export interface StoredState<Value> {
  /** @returns undefined if there is none */
  read: () => Value | undefined
  /**
   * @param value undefined removes it
   * @returns whether the storage has it
   */
  write: (value: Value | undefined) => boolean
}

export function storedState<Value>(
  text: StoredText,
  schema: z.ZodMiniType<Value>,
): StoredState<Value> {
  return {
    read() {
      try {
        return schema.safeParse(JSON.parse(text.read() ?? 'null')).data
      } catch {
        return undefined
      }
    },
    write: (value) => text.write(value === undefined ? null : JSON.stringify(value)),
  }
}
