import { isModerator } from '#api/actor.ts'
import type { Context, Viewer } from '#api/context.ts'
import { inOrderOf } from '#api/database/in-order-of.ts'
import { idPage } from '#api/graphql/id-page.ts'
import type { PageArguments } from '#api/graphql/page.ts'
import { type SuspensionColumns, suspensionAt } from '../user/suspension.ts'
import { isCode, mayInvite } from './invitation.rules.ts'

/** An invitation that someone can join with. */
export interface UsableInvitation {
  /** UUID. */
  id: string
  /** Its id is a UUID. Null: the operator. */
  inviter: { id: string; displayName: string; username: string; avatar: string | null } | null
  /** UUIDs of the people whom the new member follows. */
  followIds: string[]
}

/**
 * Finds the invitation of a code; null unless someone can join with it. Codes that can't be used
 * count as guesses of the address.
 * @throws AppError RATE_LIMITED
 */
export async function findInvitation(
  context: Context,
  code: string,
): Promise<UsableInvitation | null> {
  await context.limits.consume('invitationCode', context.clientAddress)
  const invitation = isCode(code) ? await readUsable(context, code) : null
  if (invitation) await context.limits.refund('invitationCode', context.clientAddress)
  return invitation
}

type Needs = Pick<Context, 'database' | 'settings'>

async function readUsable({ database, settings }: Needs, code: string) {
  const now = new Date()
  const invitation = await database.invitation.findFirst({
    where: {
      code,
      revokedAt: null,
      expiresAt: { gt: now },
      uses: { lt: database.invitation.fields.maxUses },
    },
    select: {
      id: true,
      inviter: {
        select: {
          ...{ id: true, displayName: true, username: true, avatar: true, role: true },
          ...{ disabledAt: true, suspendedAt: true, suspendedUntil: true },
        },
      },
      follows: { select: { userId: true } },
    },
  })
  if (!invitation) return null
  const { id, inviter, follows } = invitation
  if (inviter && !isTrusted(inviter, settings, now)) return null
  const followIds = follows.map(({ userId }) => userId)
  if (!inviter) return { id, inviter: null, followIds }
  const { displayName, username, avatar } = inviter
  return { id, inviter: { id: inviter.id, displayName, username, avatar }, followIds }
}

interface Inviter extends Pick<Viewer, 'role'>, SuspensionColumns {
  disabledAt: Date | null
}

/**
 * Whether an inviter's links still count. With open sign-ups they admit no one who could not join.
 */
function isTrusted(
  { role, disabledAt, ...columns }: Inviter,
  settings: Needs['settings'],
  now: Date,
): boolean {
  if (disabledAt || suspensionAt(columns, now)) return false
  return settings.signUps === 'open' || mayInvite({ role }, settings)
}

/** Reads a page of an account's invitations, newest first. */
export function invitationsPage(inviterId: string, args: PageArguments, context: Context) {
  return idPage({
    list: `invitations ${inviterId}`,
    args,
    context,
    find: ({ where, ...query }) =>
      context.database.invitation.findMany({ where: { inviterId, ...where }, ...query }),
  })
}

/** Reads the viewer's own invitations by id, for moderators all; null for others. */
export async function invitationsById(
  ids: readonly string[],
  { database, viewer }: Pick<Context, 'database' | 'viewer'>,
) {
  if (!viewer || viewer.isDemo) return ids.map(() => null)
  const inviterId = isModerator({ viewer }) ? undefined : viewer.id
  const rows = await database.invitation.findMany({
    where: { id: { in: [...ids] }, ...(inviterId && { inviterId }) },
  })
  return inOrderOf(ids, rows)
}
