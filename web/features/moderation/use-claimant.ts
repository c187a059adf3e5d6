import type { FragmentType } from '@apollo/client'
import { limits } from '#rules/limits.ts'
import { useViewer } from '../user/viewer.ts'
import { type Claim_ReportFragment, useClaim_ReportFragment } from './Claim.generated.ts'

const CLAIM_MS = limits.claimMinutes * 60 * 1000

interface Claim {
  claimedAt: string | null
  claimedBy: { id: string; displayName: string } | null
}

/** The name of the other moderator who works on a report, if any. */
export function useClaimant(report: FragmentType<Claim_ReportFragment>): string | null {
  return claimantOf(useClaim_ReportFragment(report), useViewer()?.id)
}

export function claimantOf({ claimedAt, claimedBy }: Claim, viewerId: string | undefined) {
  if (!claimedAt || !claimedBy || claimedBy.id === viewerId) return null
  return Date.parse(claimedAt) + CLAIM_MS > Date.now() ? claimedBy.displayName : null
}
