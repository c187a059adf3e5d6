import { consumeWriteLimit, memberOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { userReads } from '../user/user.read.ts'
import { UserNode } from '../user/user.type.ts'
import { redeemAdminLink } from './admin-link.write.ts'

withUserErrors(
  builder.relayMutationField(
    'becomeAdministrator',
    { inputFields: (t) => ({ token: t.string({ required: true }) }) },
    {
      description: 'Makes the viewer an administrator, with the token of a link by the operator.',
      resolve: async (_root, { input }, context) => {
        const actor = memberOf(context)
        const { id } = actor
        await consumeWriteLimit(context, 'adminLink')
        await redeemAdminLink(context, input.token, id)
        // The payload shows the new role.
        actor.role = 'ADMIN'
        return { user: await userReads(context.database).byId(id, id) }
      },
    },
    {
      outputFields: (t) => ({
        user: t.field({ type: UserNode, nullable: true, resolve: ({ user }) => user }),
      }),
    },
  ),
)
