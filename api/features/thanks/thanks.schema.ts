import { limitedWrite, memberOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { inputOf } from '#api/graphql/inputs.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import * as fields from '#rules/fields.ts'
import { parsePostId } from '../post/post.rules.ts'
import { thanksById } from './thanks.read.ts'
import { ThanksNode } from './thanks.type.ts'
import { readRecipient, sendThanks } from './thanks.write.ts'

withUserErrors(
  builder.relayMutationField(
    'sendThanks',
    {
      validate: inputOf({ text: fields.thanksText }),
      inputFields: (t) => ({
        postId: t.id({ required: true }),
        text: t.string({ required: true, description: 'Up to 280 characters.' }),
      }),
    },
    {
      scope: 'write:likes',
      description:
        'Sends a private note to the author of a post, once for each post. The author can switch thanks off.',
      resolve: async (_root, { input }, context) => {
        const { id: senderId } = memberOf(context)
        const postId = parsePostId(String(input.postId))
        const authorId = await readRecipient(context, { senderId, postId })
        const thanks = { senderId, authorId, postId, text: input.text }
        const id = await limitedWrite(context, 'thanks', () => sendThanks(context, thanks))
        return { thanks: (await thanksById([id], context))[0] ?? null }
      },
    },
    {
      outputFields: (t) => ({
        thanks: t.field({ type: ThanksNode, nullable: true, resolve: ({ thanks }) => thanks }),
      }),
    },
  ),
)
