import type { FragmentType } from '@apollo/client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useViewer } from '../user/viewer.ts'
import {
  type Claim_ReportFragment,
  useClaim_ReportFragment,
  useClaimReportMutation,
  useReleaseReportMutation,
} from './Claim.generated.ts'
import { claimantOf } from './use-claimant.ts'

/**
 * Claims an open report while it is shown, so that no other moderator judges it meanwhile, and
 * releases it when the viewer goes on without a decision.
 * @param onTaken called when another moderator was faster
 * @returns the name of the other moderator who works on it, if any
 */
export function useClaim(
  report: FragmentType<Claim_ReportFragment>,
  { isOpen, onTaken }: { isOpen: boolean; onTaken: () => void },
): string | null {
  const viewer = useViewer()
  const claimReport = useClaimReportMutation()
  const releaseReport = useReleaseReportMutation()
  const claim = useClaim_ReportFragment(report)
  const { id: reportId } = claim
  const claimant = claimantOf(claim, viewer?.id)
  const canClaim = Boolean(viewer) && isOpen && claimant === null
  // Also while the server has not answered: it changes a report in the order of the requests.
  const isTaken = useRef(false)
  const take = useEffectEvent(async () => {
    isTaken.current = true
    const { error } = await claimReport({ reportId })
    if (!error) return
    isTaken.current = false
    onTaken()
  })
  const release = useEffectEvent(() => {
    if (isOpen && isTaken.current) void releaseReport({ reportId })
  })
  useEffect(() => {
    if (canClaim) void take()
  }, [canClaim])
  useEffect(() => () => release(), [])
  return claimant
}
