import { t } from '../lib/i18n.ts'
import { reasonOf, refusalText } from '../lib/refusal.ts'
import { SIGN_IN_FIRST, signInOffer } from '../lib/sign-in-offer.ts'
import { requestMessages } from '../messages/request.ts'
import { showToast } from './toast.ts'

/** Shows why a list could not be loaded again as a toast, or offers to sign in. */
export async function showRefusal(error: unknown): Promise<void> {
  if (reasonOf(error) === SIGN_IN_FIRST) return signInOffer.set(true)
  const title = (await refusalText(error)) ?? t(requestMessages.failed)
  showToast({ kind: 'error', title })
}
