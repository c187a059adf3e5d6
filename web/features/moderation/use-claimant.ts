import { limits } from '#rules/limits.ts'
import { useViewer } from '../user/viewer.ts'

const CLAIM_MS = limits.claimMinutes * 60 * 1000

interface Claim {
  claimedAt: string | null
  claimedBy: { id: string; displayName: string } | null
}

/** The name of the other moderator who works on a report, if any. */
export function useClaimant(claim: Claim): string | null {
  return claimantOf(claim, useViewer()?.id)
}

export function claimantOf({ claimedAt, claimedBy }: Claim, viewerId: string | undefined) {
  if (!claimedAt || !claimedBy || claimedBy.id === viewerId) return null
  return Date.parse(claimedAt) + CLAIM_MS > Date.now() ? claimedBy.displayName : null
}
