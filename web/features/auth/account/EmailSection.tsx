import { chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import type { AccountEmail } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { useOnce } from '../../../lib/use-once.ts'
import { emailMessages } from '../../../messages/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadState } from '../../../ui/LoadState.tsx'
import { showToast } from '../../../ui/toast.ts'
import { type AccountResource, accountRequest, toastError } from '../account-request.ts'
import { focusSection, SettingsSection } from '../SettingsSection.tsx'
import { ChangeEmailStep } from './ChangeEmailStep.tsx'

interface EmailSectionProps {
  resource: AccountResource<AccountEmail>
  username: string
  hasPassword: boolean
  /** Called after a change, which also ends all other sessions. */
  onChanged: () => void
}

const ID = 'email'

/** The email address, with buttons to change it and to send the verification email again. */
export function EmailSection({ resource, username, hasPassword, onChanged }: EmailSectionProps) {
  const { data, error, reload } = resource
  const [isChanging, setChanging] = useState(false)
  const finish = () => {
    setChanging(false)
    focusSection(ID)
  }
  const isUnverified = data?.isVerified === false && data.canVerify
  return (
    <SettingsSection id={ID} title={t(emailMessages.title)} about={t(emailMessages.about)}>
      <LoadState
        title={t(emailMessages.failed)}
        error={error}
        onRetry={reload}
        hasData={data !== undefined}
      />
      {data && <Address {...data} />}
      {isChanging ? (
        <ChangeEmailStep
          username={username}
          hasPassword={hasPassword}
          hasMail={data?.canVerify === true}
          onDone={() => {
            finish()
            void reload()
            onChanged()
          }}
          onCancel={finish}
        />
      ) : (
        data && (
          <Flex gap="2" wrap="wrap">
            {isUnverified && <SendAgain />}
            <Button variant="outline" onClick={() => setChanging(true)}>
              {t(emailMessages.change)}
            </Button>
          </Flex>
        )
      )}
    </SettingsSection>
  )
}

function Address({ email, isVerified, canVerify }: AccountEmail) {
  return (
    <chakra.div>
      <chakra.p textStyle="name" overflowWrap="anywhere">
        {email}
      </chakra.p>
      {isVerified && (
        <chakra.p textStyle="meta" color="good">
          {t(emailMessages.verified)}
        </chakra.p>
      )}
      {!isVerified && canVerify && (
        <chakra.p textStyle="meta" color="muted">
          {t(emailMessages.unverified)}
        </chakra.p>
      )}
    </chakra.div>
  )
}

function SendAgain() {
  const { isBusy, runOnce } = useOnce()
  const send = async () => {
    await accountRequest(accountApi.sendVerification)
    showToast({
      kind: 'success',
      title: t(emailMessages.sent),
      description: t(emailMessages.sentDescription),
    })
  }
  return (
    <Button variant="outline" aria-busy={isBusy} onClick={() => runOnce(send).catch(toastError)}>
      {t(emailMessages.sendAgain)}
    </Button>
  )
}
