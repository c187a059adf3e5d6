import * as z from 'zod/mini'

const scrollPosition = z.object({
  /** Scroll offset of the page, in pixels. */
  top: z.number(),
  /** Name of the list that was visible. */
  list: z.optional(z.string()),
  /** Id of its first visible item, and the offset of its top from the viewport's, in pixels. */
  item: z.optional(z.string()),
  offset: z.optional(z.number()),
  /** How many items were loaded. */
  count: z.optional(z.number()),
})

export type ScrollPosition = z.infer<typeof scrollPosition>

/** Positions by the key of their history entry. */
export const scrollPositions = z.array(z.tuple([z.string(), scrollPosition]))
