import { defaultFieldResolver, type GraphQLFieldResolver } from 'graphql'
import type { Context } from '#api/context.ts'

type Key = string | number
interface Slot {
  path: readonly Key[]
  /** The UUID of the object that the field is about. */
  id: string
}

/** Marks a slot in the text of a response. PostgreSQL stores no NUL, so no other text contains one. */
const MARK = /"\\u0000slot:(\d+)"/

/** A response's data in which each viewer slot is replaced by a mark, so that the text can be split there. */
export class ViewerSlots {
  readonly #slots: Slot[] = []

  /** Resolves fields without a resolver of their own, and notes the path of each that is a viewer slot. */
  readonly resolver: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
    const { extensions } = info.parentType.getFields()[info.fieldName] ?? {}
    if (extensions?.cacheable === 'viewerSlot') {
      const path: Key[] = []
      for (let step: typeof info.path | undefined = info.path; step; step = step.prev)
        path.unshift(step.key)
      this.#slots.push({ path, id: (source as { id: string }).id })
    }
    return defaultFieldResolver(source, args, context, info)
  }

  /** Puts a mark in the place of each slot's value. */
  mark(data: object): void {
    for (const [index, { path }] of this.#slots.entries()) {
      let parent = data as Record<Key, unknown>
      for (const key of path.slice(0, -1)) parent = parent[key] as Record<Key, unknown>
      parent[path.at(-1) ?? ''] = `\u0000slot:${index}`
    }
  }

  /** The text around the marks, and the object of each mark, in the order of the text. */
  split(text: string): { segments: string[]; ids: string[] } {
    const parts = text.split(MARK)
    return {
      segments: parts.filter((_part, index) => index % 2 === 0),
      ids: parts
        .filter((_part, index) => index % 2 === 1)
        .map((index) => this.#slots[Number(index)]?.id ?? ''),
    }
  }
}
