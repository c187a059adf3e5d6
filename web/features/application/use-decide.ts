import { t } from '../../lib/i18n.ts'
import { applicationMessages } from '../../messages/applications.ts'
import {
  type ApplicationRow_ApplicationFragment,
  useApproveApplicantMutation,
  useDeclineApplicantMutation,
} from './ApplicationRow.generated.ts'

/** Decides about a sign-up, which leaves the list, also if someone else has decided. */
export function useDecide({ id, displayName }: ApplicationRow_ApplicationFragment) {
  const approveApplicant = useApproveApplicantMutation()
  const declineApplicant = useDeclineApplicantMutation()
  return async (how: 'approve' | 'decline'): Promise<boolean> => {
    const mutate = how === 'approve' ? approveApplicant : declineApplicant
    const text = how === 'approve' ? applicationMessages.approved : applicationMessages.declined
    const { error } = await mutate(
      { userId: id },
      {
        update: (cache, { application }) =>
          application && cache.evict({ id: `Application:${application.id}` }),
        successToast: { title: t(text(displayName)) },
      },
    )
    return !error
  }
}
