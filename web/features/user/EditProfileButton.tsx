import type { FragmentType } from '@apollo/client'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { EditProfileDialog_UserFragment } from './EditProfileDialog.generated.ts'

const EditProfileDialog = lazy(() => import('./EditProfileDialog.tsx'))

export function EditProfileButton({
  user,
}: {
  user: FragmentType<EditProfileDialog_UserFragment>
}) {
  const [dialog, setDialog] = useState<'never' | 'closed' | 'open'>('never')
  return (
    <>
      <Button variant="outline" onClick={() => setDialog('open')}>
        Edit Profile
      </Button>
      {dialog !== 'never' && (
        <Suspense>
          <EditProfileDialog
            user={user}
            open={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
