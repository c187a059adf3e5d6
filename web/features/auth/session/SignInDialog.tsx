import { useLocation } from 'react-router-dom'
import { signInPath } from '#rules/paths.ts'
import { t } from '../../../lib/i18n.ts'
import { reasonMessages } from '../../../messages/reasons.ts'
import { signInDialogMessages } from '../../../messages/sign-in-dialog.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Muted } from '../../../ui/Muted.tsx'

/** Offers to sign in, in another tab, so that nothing is lost that the viewer typed here. */
export default function SignInDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <Dialog
      role="alertdialog"
      title={t(reasonMessages.SIGN_IN_FIRST)}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t(signInDialogMessages.notNow)}
          </Button>
          <Button asChild>
            <a
              href={signInPath(pathname + search)}
              target="_blank"
              rel="noopener"
              onClick={onClose}
            >
              {t(signInDialogMessages.signIn)}
            </a>
          </Button>
        </>
      }
    >
      <Muted>{t(signInDialogMessages.about)}</Muted>
    </Dialog>
  )
}
