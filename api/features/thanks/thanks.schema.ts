import { inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import * as fields from '#rules/fields.ts'
import { parsePostId } from '../post/post.rules.ts'
import { thanksById } from './thanks.read.ts'
import { ThanksNode } from './thanks.type.ts'
import { readRecipient, sendThanks } from './thanks.write.ts'

mutation({
  name: 'sendThanks',
  description:
    'Sends a private note to the author of a post, once for each post. The author can switch thanks off.',
  needs: 'member',
  scope: 'write:likes',
  limit: 'thanks',
  refunds: true,
  validate: inputOf({ text: fields.thanksText }),
  input: (t) => ({
    postId: t.id({ required: true }),
    text: t.string({ required: true, description: 'Up to 280 characters.' }),
  }),
  async write({ text, ...input }, { actor, context }) {
    const key = { senderId: actor.id, postId: parsePostId(input.postId) }
    const authorId = await readRecipient(context, key)
    const id = await sendThanks(context, { ...key, authorId, text })
    return { thanks: (await thanksById([id], context))[0] ?? null }
  },
  returns: (t) => ({ thanks: t.expose('thanks', { type: ThanksNode, nullable: true }) }),
})
