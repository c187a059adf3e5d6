import type { InvitationRow_InvitationFragment } from './InvitationRow.generated.ts'

type State = 'usable' | 'revoked' | 'usedUp' | 'expired'

/** Whether people can still join with an invitation, and if not, why. */
export function stateOf(
  {
    uses,
    maxUses,
    expiresAt,
    revokedAt,
  }: Pick<InvitationRow_InvitationFragment, 'uses' | 'maxUses' | 'expiresAt' | 'revokedAt'>,
  now: number,
): State {
  if (revokedAt !== null) return 'revoked'
  if (uses >= maxUses) return 'usedUp'
  return Date.parse(expiresAt) < now ? 'expired' : 'usable'
}
