import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
    const { succeeded } = await deleteWebhook({ webhookId }, { successToast })
    if (!succeeded) return
    await onDeleted().catch(() => {})
    // The focused button disappears with its row.
    focusSection(SECTION_ID)
  }
  return (
    <Dialog
      role="alertdialog"
      title={t(webhookMessages.deleteTitle)}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t(webhookMessages.keep)}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {t(webhookMessages.delete)}
          </Button>
        </>
      }
    >
      <chakra.p textStyle="body" color="muted">
        {t(webhookMessages.deleteAbout)}
      </chakra.p>
    </Dialog>
  )
}
