import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, useAccountResource } from '../account-request.ts'
import { PasswordStep } from '../password/PasswordStep.tsx'
import { focusSection, SettingsSection } from '../SettingsSection.tsx'
import { type AppKey, AppStep } from './AppStep.tsx'
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx'

export interface TwoFactorStatus {
  isOn: boolean
  since: string | null
  recoveryCodesLeft: number
}

type Action = 'turn on' | 'new codes' | 'turn off'
type Step =
  | { step: 'idle' }
  | { step: 'password'; action: Action }
  | { step: 'app'; app: AppKey }
  | { step: 'codes'; codes: string[] }

const ID = 'two-factor'
const IDLE: Step = { step: 'idle' }
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** @param onTurnedOn called after turning it on, which also ends all other sessions */
export function TwoFactorSection({
  username,
  onTurnedOn,
}: {
  username: string
  onTurnedOn: () => void
}) {
  const { data, failed, reload } = useAccountResource<TwoFactorStatus>('/two-factor')
  const { current, confirmPassword, passwordSteps, handleConfirmed, reset } = useSteps(
    reload,
    onTurnedOn,
  )
  return (
    <SettingsSection
      id={ID}
      title="Two-step sign-in"
      about="After your password, you enter a code from an app on your phone. Passkeys don’t need one."
    >
      {!data &&
        (failed ? (
          <FailedState title="We couldn’t load this setting." onRetry={reload} />
        ) : (
          <Skeleton h="12" />
        ))}
      {data && current.step === 'idle' && <Status {...data} onAction={confirmPassword} />}
      {current.step === 'password' && (
        <PasswordStep
          key={current.action}
          {...passwordSteps[current.action]}
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

function useSteps(reload: () => Promise<void>, onTurnedOn: () => void) {
  const [current, setCurrent] = useState<Step>(IDLE)

  const reset = () => {
    setCurrent(IDLE)
    focusSection(ID)
  }
  const confirmPassword = (action: Action) => setCurrent({ step: 'password', action })

  const start = async (password: string) =>
    setCurrent({
      step: 'app',
      app: (await accountRequest('/two-factor/start', { password })) as AppKey,
    })
  const renew = async (password: string) => {
    const result = await accountRequest('/two-factor/recovery-codes', { password })
    setCurrent({ step: 'codes', codes: (result as { recoveryCodes: string[] }).recoveryCodes })
    await reload()
  }
  const turnOff = async (password: string) => {
    await accountRequest('/two-factor/turn-off', { password })
    await reload()
    reset()
    showToast({
      kind: 'success',
      title: 'Two-step sign-in is off',
      description: 'You only need your password now.',
    })
  }
  const handleConfirmed = async (codes: string[]) => {
    setCurrent({ step: 'codes', codes })
    showToast({
      kind: 'success',
      title: 'Two-step sign-in is on',
      description: 'Every other device is signed out.',
    })
    onTurnedOn()
    await reload()
  }
  const passwordSteps = {
    'turn on': { title: 'Confirm it’s you', submitLabel: 'Continue', onPassword: start },
    'new codes': {
      title: 'New recovery codes',
      about: 'Your old codes stop working.',
      submitLabel: 'Show new codes',
      onPassword: renew,
    },
    'turn off': {
      title: 'Turn two-step sign-in off',
      about: 'You’ll only need your password.',
      submitLabel: 'Turn off',
      onPassword: turnOff,
    },
  } as const
  return { current, confirmPassword, passwordSteps, handleConfirmed, reset }
}

function Status({
  isOn,
  since,
  recoveryCodesLeft,
  onAction,
}: TwoFactorStatus & { onAction: (action: Action) => void }) {
  if (!isOn)
    return (
      <Button variant="outline" alignSelf="flex-start" onClick={() => onAction('turn on')}>
        Turn on
      </Button>
    )
  return (
    <>
      <chakra.p textStyle="body">
        On since {dateFormat.format(new Date(since ?? Date.now()))}.{' '}
        {recoveryCodesLeft === 1
          ? 'One recovery code is'
          : `${recoveryCodesLeft} recovery codes are`}{' '}
        left.
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button variant="outline" onClick={() => onAction('new codes')}>
          New recovery codes
        </Button>
        <Button variant="outline" onClick={() => onAction('turn off')}>
          Turn off
        </Button>
      </chakra.div>
    </>
  )
}
