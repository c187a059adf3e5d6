import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import * as accountApi from '#rules/account-api.ts'
import { paths } from '#rules/paths.ts'
import { announceAccount } from '../../../lib/account.ts'
import { t } from '../../../lib/i18n.ts'
import { forever, useForm } from '../../../lib/use-form.ts'
import { deleteAccountMessages } from '../../../messages/auth.ts'
import { authMessages } from '../../../messages/auth-common.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Muted } from '../../../ui/Muted.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { accountRequest, toastError } from '../account-request.ts'
import { HiddenUsername } from '../password/HiddenUsername.tsx'
import { passwordSchema } from '../password/PasswordStep.tsx'
import { SettingsForm } from '../SettingsForm.tsx'

interface DeleteAccountDialogProps {
  username: string
  hasPassword: boolean
  open: boolean
  onClose: () => void
}

/** Asks for confirmation, and for the password if the account has one. */
export function DeleteAccountDialog({
  username,
  hasPassword,
  open,
  onClose,
}: DeleteAccountDialogProps) {
  const formId = useId()
  const form = useForm({
    initial: { password: '' },
    schema: hasPassword ? passwordSchema : accountApi.deleteAccount.request,
    onSubmit: async (body) => {
      await accountRequest(accountApi.deleteAccount, { body })
      announceAccount(null)
      location.assign(paths.home)
      await forever()
    },
    onError: toastError,
  })
  const close = () => {
    // The request may have deleted the account already.
    if (form.isBusy) return
    form.reset()
    onClose()
  }
  return (
    <Dialog
      role="alertdialog"
      title={t(deleteAccountMessages.question)}
      open={open}
      onClose={close}
      footer={
        <>
          <Button variant="outline" disabled={form.isBusy} onClick={close}>
            {t(deleteAccountMessages.keep)}
          </Button>
          <Button type="submit" variant="danger" form={formId} aria-busy={form.isBusy}>
            {t(deleteAccountMessages.confirm)}
          </Button>
        </>
      }
    >
      <SettingsForm {...form.props} id={formId}>
        <Muted overflowWrap="anywhere">
          {t(
            hasPassword
              ? deleteAccountMessages.warningWithPassword(username)
              : deleteAccountMessages.warning(username),
          )}
        </Muted>
        <HiddenUsername username={username} />
        {hasPassword && (
          <PasswordField
            {...form.field('password')}
            label={t(authMessages.password)}
            autoComplete="current-password"
          />
        )}
        <chakra.p role="status" textStyle="body" _empty={{ srOnly: true }}>
          {form.isBusy && t(deleteAccountMessages.deleting)}
        </chakra.p>
      </SettingsForm>
    </Dialog>
  )
}
