import { chakra } from '@chakra-ui/react'
import type { TwoFactorStatus } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { fullDate } from '../../../lib/dates.ts'
import { t } from '../../../lib/i18n.ts'
import { twoFactorMessages } from '../../../messages/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadState } from '../../../ui/LoadState.tsx'
import { useAccountResource } from '../account-request.ts'
import { PasswordStep } from '../password/PasswordStep.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { AppStep } from './AppStep.tsx'
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx'
import { SECTION_ID, type TwoFactorAction, useTwoFactorSteps } from './use-two-factor-steps.ts'

/** @param onTurnedOn called after turning it on, which also ends all other sessions */
export function TwoFactorSection({
  username,
  onTurnedOn,
}: {
  username: string
  onTurnedOn: () => void
}) {
  const { data, error, reload } = useAccountResource(accountApi.getTwoFactor)
  const { current, confirmPassword, passwordSteps, handleConfirmed, reset } = useTwoFactorSteps(
    reload,
    onTurnedOn,
  )
  return (
    <SettingsSection
      id={SECTION_ID}
      title={t(twoFactorMessages.title)}
      about={t(twoFactorMessages.about)}
    >
      <LoadState
        title={t(twoFactorMessages.failed)}
        error={error}
        onRetry={reload}
        hasData={data !== undefined}
      />
      {data && current.step === 'idle' && <Status {...data} onAction={confirmPassword} />}
      {current.step === 'password' && (
        <PasswordStep
          key={current.action}
          {...passwordSteps[current.action]()}
          username={username}
          onCancel={reset}
        />
      )}
      {current.step === 'app' && (
        <AppStep app={current.app} onConfirmed={handleConfirmed} onCancel={reset} />
      )}
      {current.step === 'codes' && <RecoveryCodesStep codes={current.codes} onDone={reset} />}
    </SettingsSection>
  )
}

interface StatusProps extends TwoFactorStatus {
  onAction: (action: TwoFactorAction) => void
}

function Status({ isOn, since, recoveryCodesLeft, onAction }: StatusProps) {
  if (!isOn)
    return (
      <Button variant="outline" alignSelf="flex-start" onClick={() => onAction('turnOn')}>
        {t(twoFactorMessages.turnOn)}
      </Button>
    )
  const date = fullDate(new Date(since ?? Date.now()))
  return (
    <>
      <chakra.p textStyle="body">{t(twoFactorMessages.status(date, recoveryCodesLeft))}</chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button variant="outline" onClick={() => onAction('newCodes')}>
          {t(twoFactorMessages.newCodes)}
        </Button>
        <Button variant="outline" onClick={() => onAction('turnOff')}>
          {t(twoFactorMessages.turnOff)}
        </Button>
      </chakra.div>
    </>
  )
}
