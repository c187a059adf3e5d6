import * as z from 'zod'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import type { FixedReason } from '#rules/reasons.ts'
import { isDataUrl } from './embedded-picture.ts'

/**
 * Checks the raw text with the rule and reasons of the web forms. The operation cleans the text.
 */
function checkRule(
  rule: Parameters<typeof fields.problemWith>[0],
  isException: (text: string) => boolean = () => false,
) {
  return (context: z.core.ParsePayload<string>) => {
    const reason = isException(context.value) ? null : fields.problemWith(rule, context.value)
    if (reason) context.issues.push({ code: 'custom', message: reason, input: context.value })
  }
}

const isEmpty = (text: string) => text === ''
const requiredText = (reason: FixedReason) =>
  z.string({ error: ({ input }) => (input == null ? reason : undefined) })

const { pageSize } = limits
const DEFAULT_LIMIT = 50

export const postId = z.object({
  id: z
    .string()
    .meta({ description: 'The id of the post.', examples: ['post_01h455vb4pex5vsknk084sn02q'] }),
})
export const ownPostId = z.object({
  id: z
    .string()
    .meta({ description: 'The id of your post.', examples: ['post_01h455vb4qf5vsknk084sn02qa'] }),
})
export const userId = z.object({
  id: z.string().meta({
    description: 'The id or username of the user. A username may begin with @.',
    examples: ['ben_ray'],
  }),
})
export const ownUserId = z.object({
  id: z.string().meta({ description: 'Your id or username.', examples: ['ann_lee'] }),
})

export const page = z.object({
  limit: z.coerce
    .number({ error: `limit can be ${pageSize.min} to ${pageSize.max}.` })
    .int()
    .min(pageSize.min)
    .max(pageSize.max)
    .default(DEFAULT_LIMIT)
    .meta({ description: 'The size of the page.', examples: [20] }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The cursor in the `Link` header of the previous page.' }),
})

export const searchPage = z.object({
  q: requiredText('QUERY_EMPTY')
    .check(checkRule(fields.searchQuery))
    .meta({
      description: `Words in any order, at most ${limits.queryLength} characters.`,
      examples: ['morning'],
    }),
  ...page.shape,
})

const PICTURE =
  'An http(s) link, the `url` of your own upload, or a data URL of a picture of at most 5 MB.'
const picture = z
  .string()
  .check(checkRule(fields.imageUrl, (text) => isEmpty(text) || isDataUrl(text)))
  .nullish()
const actingUser = z.string().nullish().meta({
  description:
    'The id of the caller. A caller without a session can send `demo-user` to act as the demo user.',
})

export const newPost = z
  .object({
    authorId: actingUser,
    userId: actingUser,
    content: requiredText('POST_EMPTY')
      .check(checkRule(fields.postContent))
      .meta({ description: '1 to 280 visible characters.' }),
    imageUrl: picture.meta({ description: PICTURE }),
    imageAlt: z
      .string()
      .check(checkRule(fields.imageAlt, isEmpty))
      .nullish()
      .meta({ description: 'A description of the picture.' }),
    videoUrl: z
      .string()
      .check(checkRule(fields.videoUrl, isEmpty))
      .nullish()
      .meta({ description: 'An http(s) link.' }),
    inReplyToId: z
      .string()
      .nullish()
      .meta({ description: 'The id of the post to answer. Replies join its thread.' }),
    mediaType: z
      .unknown()
      .optional()
      .meta({ description: 'Ignored: the server derives it from the other fields.' }),
  })
  .meta({ examples: [{ content: 'The bakery gave me the last bun for free.' }] })

/** The optional body of changes without other input. */
export const actor = z
  .object({ userId: actingUser })
  .default({})
  .meta({ examples: [{}] })

export const newShare = z
  .object({
    userId: actingUser,
    comment: z
      .string()
      .check(checkRule(fields.shareComment, isEmpty))
      .nullish()
      .meta({ description: 'Up to 280 visible characters. Replaces an earlier comment.' }),
  })
  .default({})
  .meta({ examples: [{ comment: 'This made my day.' }] })

export const newMute = z
  .object({
    until: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'The end of the mute. Absent or null: until you end it.' }),
  })
  .default({})
  .meta({ examples: [{ until: '2099-01-01T00:00:00.000Z' }] })

export const readUpTo = z
  .object({ upToId: z.string().meta({ description: 'The newest notification that you read.' }) })
  .meta({ examples: [{ upToId: 'notification_01h455vb4pex5vsknk084sn02q' }] })

export const newThanks = z
  .object({
    text: requiredText('THANKS_EMPTY')
      .check(checkRule(fields.thanksText))
      .meta({ description: '1 to 280 visible characters.' }),
  })
  .meta({ examples: [{ text: 'I needed this today.' }] })

export const newReport = z
  .object({
    subjectId: z.string().meta({ description: 'The id of a post, a share, a user or thanks.' }),
    reason: z.enum(['HOSTILE', 'SPAM', 'DANGEROUS', 'ILLEGAL', 'OTHER']),
    details: z
      .string()
      .check(checkRule(fields.reportDetails, isEmpty))
      .nullish()
      .meta({ description: 'Up to 1,000 characters. null or "" is no text.' }),
  })
  .meta({
    examples: [{ subjectId: 'post_01h455vb4pex5vsknk084sn02q', reason: 'SPAM', details: null }],
  })

export const profileChange = z
  .object({
    displayName: z
      .string({ error: ({ input }) => (input === null ? 'DISPLAY_NAME_EMPTY' : undefined) })
      .check(checkRule(fields.displayName))
      .optional()
      .meta({ description: 'One line of 1 to 50 characters.' }),
    bio: z
      .string()
      .check(checkRule(fields.bio, isEmpty))
      .nullish()
      .meta({ description: 'Up to 160 characters. null or "" clears it.' }),
    avatar: picture.meta({ description: `${PICTURE} null or "" clears it.` }),
  })
  .meta({ examples: [{ bio: 'Bread, mostly.' }] })

export const idempotency = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'IDEMPOTENCY_KEY_INVALID' satisfies FixedReason)
    .optional()
    .meta({
      description:
        'Makes retries safe: within a day, the same key and body return the first response.',
      examples: ['0d6f6a52-8f6a-4a2e-9d3e-5f0c3f1d7b11'],
    }),
})
