import * as z from 'zod/mini'

export const draftSchema = z.object({
  content: z.string(),
  media: z.enum(['text', 'image', 'video']),
  /** An upload's path or a link. */
  imageUrl: z.string(),
  imageAlt: z.string(),
  /** Whether its photo is being uploaded. */
  isUploading: z.optional(z.boolean()),
  /** Metadata of an upload, for the optimistic post. */
  upload: z.nullable(z.object({ width: z.number(), height: z.number(), placeholder: z.string() })),
  videoUrl: z.string(),
  /** What was sent last, and its idempotency key, until the server confirms it. */
  attempt: z.optional(z.object({ input: z.string(), clientKey: z.string() })),
})

export type Draft = z.infer<typeof draftSchema>
