/** A post's input, validated by rules/fields.ts. */
export interface NewPost {
  content: string
  imageUrl: string | null
  imageAlt: string | null
  videoUrl: string | null
  /** The public id of the answered post. */
  inReplyToId: string | null
  /** The caller's idempotency key. */
  clientKey: string | null
}
