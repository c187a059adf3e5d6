import * as accountApi from '#rules/account-api/sign-out.ts'
import { paths } from '#rules/paths.ts'
import { announceAccount } from '../../../lib/account.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { t } from '../../../lib/i18n.ts'
import { request } from '../../../lib/request.ts'
import { requestMessages } from '../../../messages/request.ts'
import { showToast } from '../../../ui/toast.ts'

/** Ends the session, then loads the home page, which clears all data from memory. */
export async function signOut(): Promise<void> {
  try {
    await request(accountApi.signOut)
    announceAccount(null)
    location.assign(paths.home)
  } catch (error) {
    await showToast({ kind: 'error', title: messageOf(error, t(requestMessages.failed)) })
  }
}
