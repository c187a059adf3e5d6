import * as z from 'zod'
import { fieldMessages } from '#rules/field-messages.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { messages } from '#rules/messages.ts'
import { isEmbedded } from './embedded-picture.ts'

/** A text as it came; the rule says what is wrong with it in the words of the form. What is kept of it, the operation decides. */
function ruled(
  rule: Parameters<typeof fields.problemWith>[0],
  accepts: (text: string) => boolean = () => false,
) {
  return (context: z.core.ParsePayload<string>) => {
    const message = accepts(context.value) ? null : fields.problemWith(rule, context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  }
}

const clears = (text: string) => text === ''
const required = (message: string) =>
  z.string({ error: ({ input }) => (input == null ? message : undefined) })

const { pageSize } = limits
const DEFAULT_LIMIT = 50

export const postId = z.object({
  id: z
    .string()
    .meta({ description: 'The post’s id.', examples: ['post_01h455vb4pex5vsknk084sn02q'] }),
})
export const userId = z.object({
  id: z.string().meta({ description: 'The person’s id or username.', examples: ['ann_lee'] }),
})

export const page = z.object({
  limit: z.coerce
    .number({ error: `limit can be ${pageSize.min} to ${pageSize.max}.` })
    .int()
    .min(pageSize.min)
    .max(pageSize.max)
    .default(DEFAULT_LIMIT),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'Where to go on: it stands in the `Link` header of the page before.' }),
})

export const searchPage = z.object({
  q: required(fieldMessages.queryEmpty)
    .check(ruled(fields.searchQuery))
    .meta({
      description: `Words in any order, at most ${limits.queryLength} characters.`,
      examples: ['morning'],
    }),
  ...page.shape,
})

const PICTURE =
  'An http(s) link, the `url` of one’s own upload, or a data URL of a picture of at most 5 MB.'
const picture = z
  .string()
  .check(ruled(fields.imageUrl, (text) => clears(text) || isEmbedded(text)))
  .nullish()
const whoever = z.string().nullish().meta({
  description:
    'Whoever acts, who has to be the caller; `demo-user` from a caller without a session, to act as the demo user.',
})

export const newPost = z
  .object({
    authorId: whoever,
    content: required(messages.postEmpty)
      .check(ruled(fields.postContent))
      .meta({ description: '1 to 280 characters as a person counts them.' }),
    imageUrl: picture.meta({ description: PICTURE }),
    imageAlt: z
      .string()
      .check(ruled(fields.imageAlt, clears))
      .nullish()
      .meta({ description: 'What the picture shows.' }),
    videoUrl: z
      .string()
      .check(ruled(fields.videoUrl, clears))
      .nullish()
      .meta({ description: 'An http(s) link.' }),
    mediaType: z
      .unknown()
      .optional()
      .meta({ description: 'Whatever it says, the server derives it.' }),
  })
  .meta({ examples: [{ content: 'The bakery gave me the last bun for free.' }] })

/** The body of a call that needs none but to say who acts. */
export const actor = z
  .object({ userId: whoever })
  .default({})
  .meta({ examples: [{}] })

export const profileChange = z
  .object({
    displayName: z
      .string({
        error: ({ input }) => (input === null ? fieldMessages.displayNameEmpty : undefined),
      })
      .check(ruled(fields.displayName))
      .optional()
      .meta({ description: 'One line of 1 to 50 characters.' }),
    bio: z
      .string()
      .check(ruled(fields.bio, clears))
      .nullish()
      .meta({ description: 'Up to 160 characters; null or "" clears it.' }),
    avatar: picture.meta({ description: `${PICTURE} null or "" clears it.` }),
  })
  .meta({ examples: [{ bio: 'Bread, mostly.' }] })

export const idempotency = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'A key has 1 to 255 characters of ASCII.')
    .optional()
    .meta({
      description: 'The same key with the same body again within a day gives the first answer.',
    }),
})
