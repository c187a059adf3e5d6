import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ownRequest, tellProblem, useOwn } from '../account-request.ts'
import { Section } from '../SettingsSection.tsx'

export interface OwnEmail {
  email: string
  isVerified: boolean
  /** Whether there is somebody who sends a mail to verify it. */
  canVerify: boolean
}

/** One's address, and the way to verify it where mail is sent. */
export function EmailSection() {
  const { data, failed, reload } = useOwn<OwnEmail>('/email')
  return (
    <Section id="email" title="Email" about="You can sign in with it. Nobody else sees it.">
      {!data &&
        (failed ? (
          <FailedState title="Your email could not be loaded." onRetry={reload} />
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
              Not verified yet. Follow the link that we mailed you.
            </chakra.p>
          )}
        </chakra.div>
      )}
      {data && !data.isVerified && data.canVerify && <SendAgain />}
    </Section>
  )
}

function SendAgain() {
  const [sending, setSending] = useState(false)
  const send = async () => {
    if (sending) return
    setSending(true)
    try {
      await ownRequest('/send-verification', {})
      showToast({
        kind: 'good',
        title: 'The mail is on its way',
        description: 'Its link works for a day.',
      })
    } catch (reason) {
      tellProblem(reason)
    }
    setSending(false)
  }
  return (
    <Button variant="outline" alignSelf="flex-start" aria-busy={sending} onClick={send}>
      Send again
    </Button>
  )
}
