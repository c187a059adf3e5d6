import { defaultFieldResolver, type GraphQLFieldResolver } from 'graphql'
import type { Context } from '#api/context.ts'

type Key = string | number

/** A place in a response that depends on the viewer. */
export interface Slot {
  /** The object that has the field. */
  source: unknown
  field: string
}

/** Marks a slot in a response. No other text contains a NUL, because PostgreSQL stores none. */
const MARKER = /"\\u0000slot:(\d+)"/

/** Finds the viewer slots of one response, and splits its text there. */
export class ViewerSlots {
  readonly #slots: (Slot & { path: readonly Key[] })[] = []

  /** The default field resolver. It records the paths of viewer slots. */
  readonly resolver: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
    const { extensions } = info.parentType.getFields()[info.fieldName] ?? {}
    if (extensions?.cacheable === 'viewerSlot') {
      const path: Key[] = []
      for (let step: typeof info.path | undefined = info.path; step; step = step.prev)
        path.unshift(step.key)
      this.#slots.push({ path, source, field: info.fieldName })
    }
    return defaultFieldResolver(source, args, context, info)
  }

  /** Replaces the value of each slot by a marker. */
  mark(data: object): void {
    for (const [index, { path }] of this.#slots.entries()) {
      let parent = data as Record<Key, unknown>
      for (const key of path.slice(0, -1)) parent = parent[key] as Record<Key, unknown>
      parent[path.at(-1) ?? ''] = `\u0000slot:${index}`
    }
  }

  /** The text between the markers, and the slot at each marker. */
  split(text: string): { segments: string[]; slots: Slot[] } {
    const parts = text.split(MARKER)
    return {
      segments: parts.filter((_part, index) => index % 2 === 0),
      slots: parts
        .filter((_part, index) => index % 2 === 1)
        .flatMap((index) => this.#slots[Number(index)] ?? []),
    }
  }
}
