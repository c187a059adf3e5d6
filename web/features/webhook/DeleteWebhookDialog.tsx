import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { focusSection } from '../auth/SettingsSection.tsx'
import { SECTION_ID } from './section-id.ts'
import { useDeleteWebhookMutation } from './WebhookRow.generated.ts'

interface DeleteWebhookDialogProps {
  webhookId: string
  open: boolean
  onClose: () => void
  onDeleted: () => Promise<unknown>
}

export function DeleteWebhookDialog({
  webhookId,
  open,
  onClose,
  onDeleted,
}: DeleteWebhookDialogProps) {
  const deleteWebhook = useDeleteWebhookMutation()
  const confirm = async () => {
    onClose()
    const successToast = { title: t(webhookMessages.deleted) }
    const { error } = await deleteWebhook({ webhookId }, { successToast })
    if (error) return
    await onDeleted().catch(() => {})
    // The focused button disappears with its row.
    focusSection(SECTION_ID)
  }
  return (
    <ConfirmDialog
      title={t(webhookMessages.deleteTitle)}
      open={open}
      onClose={onClose}
      keep={t(webhookMessages.keep)}
      confirm={t(webhookMessages.delete)}
      onConfirm={confirm}
    >
      {t(webhookMessages.deleteAbout)}
    </ConfirmDialog>
  )
}
