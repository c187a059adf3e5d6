import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { AccountEmail } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { emailMessages } from '../../../messages/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { type AccountResource, accountRequest, toastError } from '../account-request.ts'
import { ResourceFallback } from '../ResourceFallback.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

/** The email address, with a button to send the verification email again. */
export function EmailSection({ resource }: { resource: AccountResource<AccountEmail> }) {
  const { data } = resource
  return (
    <SettingsSection id="email" title={t(emailMessages.title)} about={t(emailMessages.about)}>
      <ResourceFallback resource={resource} failedTitle={t(emailMessages.failed)} />
      {data && (
        <chakra.div>
          <chakra.p textStyle="name" overflowWrap="anywhere">
            {data.email}
          </chakra.p>
          {data.isVerified && (
            <chakra.p textStyle="meta" color="good">
              {t(emailMessages.verified)}
            </chakra.p>
          )}
          {!data.isVerified && data.canVerify && (
            <chakra.p textStyle="meta" color="muted">
              {t(emailMessages.unverified)}
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
      await accountRequest(accountApi.sendVerification)
      showToast({
        kind: 'success',
        title: t(emailMessages.sent),
        description: t(emailMessages.sentDescription),
      })
    } catch (error) {
      toastError(error)
    }
    setSending(false)
  }
  return (
    <Button variant="outline" alignSelf="flex-start" aria-busy={isSending} onClick={send}>
      {t(emailMessages.sendAgain)}
    </Button>
  )
}
