import { t } from '../../lib/i18n.ts'
import { apiTokenMessages } from '../../messages/api-tokens.ts'
import { showToast } from '../../ui/toast.ts'

/** Without HTTPS, browsers have no clipboard. */
export async function copySecret(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret)
    showToast({ kind: 'success', title: t(apiTokenMessages.copied) })
  } catch {
    showToast({ kind: 'error', title: t(apiTokenMessages.copyFailed) })
  }
}
