import { isModerator, isOwner, moderatorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { mutation } from '#api/graphql/mutation.ts'
import { AppError } from '#api/lib/errors.ts'
import { idParser } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { suspendInvitees } from '../moderation/invitees.write.ts'
import { mailSuspendedInvitees } from '../moderation/outcome-mails.ts'
import { userReads } from '../user/user.read.ts'
import { hideDisabledDemoUser, UserNode } from '../user/user.type.ts'
import { invitationsPage } from './invitation.read.ts'
import { checkInvitation, mayInvite, parseInvitationId } from './invitation.rules.ts'
import { InvitationConnection, InvitationNode } from './invitation.type.ts'
import { createInvitation, revokeInvitation } from './invitation.write.ts'

builder.objectFields(UserNode, (t) => ({
  canInvite: t.boolean({
    nullable: true,
    scope: 'read:private',
    description: 'Whether the viewer can create invitations. Null for everyone else.',
    // In a request with a token, the viewer may have fewer powers than the account.
    resolve: (user, _args, { viewer, token, settings }) => {
      if (!viewer || !isOwner(user.id, { viewer })) return null
      return !viewer.suspension && mayInvite(token?.viewer ?? viewer, settings)
    },
  }),
  invitations: t.connection(
    {
      type: InvitationNode,
      nullable: true,
      scope: 'read:private',
      description: 'The viewer’s own invitations, newest first. Null for everyone else.',
      resolve: (user, args, context) =>
        isOwner(user.id, context) ? invitationsPage(user.id, args, context) : null,
    },
    InvitationConnection,
  ),
}))

const followNotFound = () => new AppError('NOT_FOUND', 'USER_NOT_FOUND', { field: 'followIds' })
const parseFollowId = idParser('User', followNotFound)

/**
 * The UUIDs of users whom the viewer can see.
 * @throws AppError NOT_FOUND for an unknown one
 */
function readFollowIds(publicIds: readonly string[], context: Context): Promise<string[]> {
  return Promise.all(
    publicIds.map(async (publicId) => {
      const id = parseFollowId(publicId)
      const user = await userReads(context.database).byId(id, context.viewer?.id ?? null)
      if (!hideDisabledDemoUser(user, context)) throw followNotFound()
      return id
    }),
  )
}

mutation({
  name: 'createInvitation',
  description:
    'Creates a link to join with. For moderators, and for members where joining needs an invitation.',
  needs: 'member',
  limit: 'invitation',
  refunds: true,
  input: (t) => ({
    maxUses: t.int({
      description: `How many people can join with it, up to ${limits.invitationUses.max}. ${limits.invitationUses.default} by default.`,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: `At most ${limits.invitationDays.max} days from now. ${limits.invitationDays.default} days by default.`,
    }),
    followIds: t.idList({
      description: `Up to ${limits.invitationFollows} users whom the new members follow.`,
    }),
  }),
  async write(input, { actor, context }) {
    if (!mayInvite(actor, context.settings)) throw new AppError('FORBIDDEN', 'INVITATIONS_CLOSED')
    const { maxUses, expiresAt } = checkInvitation(input)
    const followIds = await readFollowIds(input.followIds ?? [], context)
    const invitation = { inviterId: actor.id, maxUses, expiresAt, followIds }
    return { invitation: await createInvitation(context, invitation) }
  },
  returns: (t) => ({
    invitation: t.expose('invitation', { type: InvitationNode, nullable: true }),
  }),
})

mutation({
  name: 'revokeInvitation',
  description: 'Ends an invitation. Moderators can end everyone’s. Idempotent.',
  needs: 'member',
  whileSuspended: true,
  limit: 'invitationEnd',
  input: (t) => ({
    invitationId: t.id({ required: true }),
    suspendInvitees: t.boolean({
      description: 'Also suspends the members who joined with it. For moderators.',
    }),
  }),
  async write(input, { actor, context }) {
    if (input.suspendInvitees) moderatorOf(context)
    const id = parseInvitationId(input.invitationId)
    const inviterId = isModerator(context) ? null : actor.id
    const invitation = await revokeInvitation(context, id, inviterId)
    if (input.suspendInvitees)
      mailSuspendedInvitees(context, await suspendInvitees(context, invitation.id, actor.id))
    return { invitation }
  },
  returns: (t) => ({
    invitation: t.expose('invitation', { type: InvitationNode, nullable: true }),
  }),
})
