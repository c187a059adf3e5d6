import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, toastError, useAccountResource } from '../account-request.ts'
import { SettingsSection } from '../SettingsSection.tsx'

export interface AccountEmail {
  email: string
  isVerified: boolean
  /** Whether the server can send a verification email. */
  canVerify: boolean
}

/** The email address, with a button to send the verification email again. */
export function EmailSection() {
  const { data, failed, reload } = useAccountResource<AccountEmail>('/email')
  return (
    <SettingsSection id="email" title="Email" about="You can sign in with it. Only you can see it.">
      {!data &&
        (failed ? (
          <FailedState title="We couldn’t load your email." onRetry={reload} />
        ) : (
          <Skeleton h="12" />
        ))}
      {data && (
        <chakra.div>
          <chakra.p textStyle="name" overflowWrap="anywhere">
            {data.email}
          </chakra.p>
          {data.isVerified && (
            <chakra.p textStyle="meta" color="good">
              Verified
            </chakra.p>
          )}
          {!data.isVerified && data.canVerify && (
            <chakra.p textStyle="meta" color="muted">
              Not verified yet. Follow the link we emailed you.
            </chakra.p>
          )}
        </chakra.div>
      )}
      {data && !data.isVerified && data.canVerify && <SendAgain />}
    </SettingsSection>
  )
}

function SendAgain() {
  const [isSending, setSending] = useState(false)
  const send = async () => {
    if (isSending) return
    setSending(true)
    try {
      await accountRequest('/send-verification', {})
      showToast({
        kind: 'success',
        title: 'Email sent',
        description: 'Its link works for a day.',
      })
    } catch (error) {
      toastError(error)
    }
    setSending(false)
  }
  return (
    <Button variant="outline" alignSelf="flex-start" aria-busy={isSending} onClick={send}>
      Send again
    </Button>
  )
}
