import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { findInvitation, type UsableInvitation } from '../../invitation/invitation.read.ts'
import { invitationInvalid } from '../../invitation/invitation.rules.ts'

/** How someone gets in. */
export interface Admission {
  invitation: UsableInvitation | null
  /** Whether a moderator decides about the sign-up. */
  needsApproval: boolean
}

/**
 * Applies the setting SIGN_UPS to every way to sign up, except the operator's commands.
 * @param code the code of an invitation, if there is one
 * @throws AppError FORBIDDEN without a needed invitation and for one that can't be used;
 * RATE_LIMITED
 */
export async function admit(context: Context, code: string | undefined): Promise<Admission> {
  const { signUps } = context.settings
  if (code) {
    const invitation = await findInvitation(context, code)
    if (!invitation) throw invitationInvalid()
    return { invitation, needsApproval: false }
  }
  if (signUps === 'invite') throw new AppError('FORBIDDEN', 'INVITATION_NEEDED')
  return { invitation: null, needsApproval: signUps === 'approval' }
}
