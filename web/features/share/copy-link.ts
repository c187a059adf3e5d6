import { t } from '../../lib/i18n.ts'
import { shareMessages } from '../../messages/share.ts'
import { showToast } from '../../ui/toast.ts'

/** Copies the address of a path. Failures are toasts: without HTTPS, browsers have no clipboard. */
export async function copyLink(path: string) {
  try {
    await navigator.clipboard.writeText(new URL(path, location.origin).href)
    showToast({ kind: 'success', title: t(shareMessages.copied) })
  } catch {
    showToast({ kind: 'error', title: t(shareMessages.copyFailed) })
  }
}
