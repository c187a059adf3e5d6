import * as z from 'zod'
import { fieldMessages } from '#rules/field-messages.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { messages } from '#rules/messages.ts'
import { isDataUrl } from './embedded-picture.ts'

/**
 * Checks the raw text with the rule and messages of the web forms. The operation cleans the text.
 */
function checkRule(
  rule: Parameters<typeof fields.problemWith>[0],
  isException: (text: string) => boolean = () => false,
) {
  return (context: z.core.ParsePayload<string>) => {
    const message = isException(context.value) ? null : fields.problemWith(rule, context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  }
}

const isEmpty = (text: string) => text === ''
const requiredText = (message: string) =>
  z.string({ error: ({ input }) => (input == null ? message : undefined) })

const { pageSize } = limits
const DEFAULT_LIMIT = 50

export const postId = z.object({
  id: z
    .string()
    .meta({ description: 'The id of the post.', examples: ['post_01h455vb4pex5vsknk084sn02q'] }),
})
export const userId = z.object({
  id: z.string().meta({ description: 'The id or username of the user.', examples: ['ann_lee'] }),
})

export const page = z.object({
  limit: z.coerce
    .number({ error: `limit can be ${pageSize.min} to ${pageSize.max}.` })
    .int()
    .min(pageSize.min)
    .max(pageSize.max)
    .default(DEFAULT_LIMIT)
    .meta({ description: 'The size of the page.' }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The cursor in the `Link` header of the previous page.' }),
})

export const searchPage = z.object({
  q: requiredText(fieldMessages.queryEmpty)
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
    content: requiredText(messages.postEmpty)
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

export const profileChange = z
  .object({
    displayName: z
      .string({
        error: ({ input }) => (input === null ? fieldMessages.displayNameEmpty : undefined),
      })
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
    .regex(/^[\x20-\x7e]{1,255}$/, 'A key has 1 to 255 characters of ASCII.')
    .optional()
    .meta({
      description:
        'Makes retries safe: within a day, the same key and body return the first response.',
    }),
})
