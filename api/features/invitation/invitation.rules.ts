import { randomBytes } from 'node:crypto'
import type { Viewer } from '#api/context.ts'
import { AppError, type FieldProblem, fieldProblem, inputError } from '#api/lib/errors.ts'
import { idParser } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import type { SignUpMode } from '#rules/sign-ups.ts'

/** 144 bits, so that codes cannot be guessed. */
const CODE_BYTES = 18
const CODE = /^[\w-]{24}$/
const DAY_MS = 24 * 60 * 60 * 1000

export const newCode = () => randomBytes(CODE_BYTES).toString('base64url')
export const isCode = (text: string) => CODE.test(text)

export const invitationInvalid = () =>
  new AppError('FORBIDDEN', 'INVITATION_INVALID', { field: 'invitation' })
export const invitationNotFound = () =>
  new AppError('NOT_FOUND', 'INVITATION_NOT_FOUND', { field: 'invitationId' })
export const parseInvitationId = idParser('Invitation', invitationNotFound)

/** Moderators can always invite; members where joining needs an invitation. */
export function mayInvite(
  { role }: Pick<Viewer, 'role'>,
  { signUps }: { signUps: SignUpMode },
): boolean {
  return role !== 'MEMBER' || signUps === 'invite'
}

interface InvitationInput {
  maxUses?: number | null | undefined
  expiresAt?: Date | null | undefined
  followIds?: readonly unknown[] | null | undefined
}

/**
 * Fills in what an input leaves out.
 * @param now in milliseconds since 1970
 * @throws AppError BAD_INPUT with every problem
 */
export function checkInvitation(
  { maxUses, expiresAt, followIds }: InvitationInput,
  now: number = Date.now(),
): { maxUses: number; expiresAt: Date } {
  const { invitationUses, invitationDays, invitationFollows } = limits
  const uses = maxUses ?? invitationUses.default
  const end = expiresAt?.getTime() ?? now + invitationDays.default * DAY_MS
  const problems: FieldProblem[] = []
  if (uses < invitationUses.min || uses > invitationUses.max)
    problems.push(fieldProblem('maxUses', 'INVITATION_USES_INVALID'))
  // Also refuses an invalid date.
  if (!(end > now && end <= now + invitationDays.max * DAY_MS))
    problems.push(fieldProblem('expiresAt', 'INVITATION_EXPIRY_INVALID'))
  if ((followIds?.length ?? 0) > invitationFollows)
    problems.push(fieldProblem('followIds', 'INVITATION_FOLLOWS_INVALID'))
  if (problems.length > 0) throw inputError(problems)
  return { maxUses: uses, expiresAt: new Date(end) }
}
