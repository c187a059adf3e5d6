import { mutation } from '#api/graphql/mutation.ts'
import { userReads } from '../user/user.read.ts'
import { UserNode } from '../user/user.type.ts'
import { redeemAdminLink } from './admin-link.write.ts'

mutation({
  name: 'becomeAdministrator',
  description: 'Makes the viewer an administrator, with the token of a link by the operator.',
  needs: 'member',
  limit: 'adminLink',
  input: (t) => ({ token: t.string({ required: true }) }),
  async write({ token }, { actor, context }) {
    await redeemAdminLink(context, token, actor.id)
    // The payload shows the new role.
    actor.role = 'ADMIN'
    return { user: await userReads(context.database).byId(actor.id, actor.id) }
  },
  returns: (t) => ({ user: t.expose('user', { type: UserNode, nullable: true }) }),
})
