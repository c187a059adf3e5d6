import type { FragmentType } from '@apollo/client'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { userMessages } from '../../messages/user.ts'
import { Button } from '../../ui/Button.tsx'
import { FailedDialog } from '../../ui/FailedPart.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { EditProfileDialog_UserFragment } from './EditProfileDialog.generated.ts'

const EditProfileDialog = lazyPart(() => import('./EditProfileDialog.tsx'), {
  failed: ({ open, onClose }, retry) => open && <FailedDialog onRetry={retry} onClose={onClose} />,
})

export function EditProfileButton({
  user,
}: {
  user: FragmentType<EditProfileDialog_UserFragment>
}) {
  const [dialog, setDialog] = useState<'never' | 'closed' | 'open'>('never')
  return (
    <>
      <Button variant="outline" onClick={() => setDialog('open')}>
        {t(userMessages.editProfile)}
      </Button>
      {dialog !== 'never' && (
        <EditProfileDialog
          user={user}
          open={dialog === 'open'}
          onClose={() => setDialog('closed')}
        />
      )}
    </>
  )
}
