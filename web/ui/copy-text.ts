import type { MessageDescriptor } from '@lingui/core'
import { t } from '../lib/i18n.ts'
import { showToast } from './toast.ts'

/** Copies a text and says so. Without HTTPS, browsers have no clipboard. */
export async function copyText(
  text: string,
  { copied, copyFailed }: Record<'copied' | 'copyFailed', MessageDescriptor>,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ kind: 'success', title: t(copied) })
  } catch {
    showToast({ kind: 'error', title: t(copyFailed) })
  }
}
