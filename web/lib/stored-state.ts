import type * as z from 'zod/mini'

/**
 * State of an earlier visit in the browser's storage.
 * @param isStored whether there is any; only then `load` runs, because zod takes 6 KB
 */
export function storedState<Value>(
  isStored: () => boolean,
  load: () => Promise<z.ZodMiniType<Value>>,
) {
  let schema: z.ZodMiniType<Value> | undefined
  return {
    /** Loads the schema, before `parse`. Without it, what is stored is dropped. */
    async prepare(): Promise<void> {
      try {
        if (!schema && isStored()) schema = await load()
      } catch (error) {
        reportError(error)
      }
    },
    /** @returns undefined for text that does not parse */
    parse(text: string | null): Value | undefined {
      try {
        return schema?.safeParse(JSON.parse(text ?? '')).data
      } catch {
        return undefined
      }
    },
  }
}
