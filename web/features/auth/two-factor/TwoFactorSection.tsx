import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { showToast } from '../../../ui/toast.ts'
import { type AppKey, AppStep } from './AppStep.tsx'
import { ownRequest, useOwn } from '../account-request.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx'
import { focusSection, Section } from '../SettingsSection.tsx'

export interface OwnTwoFactor {
  isOn: boolean
  since: string | null
  recoveryCodesLeft: number
}

type Asking = 'turn on' | 'new codes' | 'turn off'
type Now =
  | { step: 'rest' }
  | { step: 'password'; to: Asking }
  | { step: 'app'; app: AppKey }
  | { step: 'codes'; codes: string[] }

const ID = 'two-factor'
const REST: Now = { step: 'rest' }
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** A code after the password: turned on in steps, and off. @param onTurnedOn told when the other sessions have ended */
export function TwoFactorSection({
  username,
  onTurnedOn,
}: {
  username: string
  onTurnedOn: () => void
}) {
  const { data, failed, reload } = useOwn<OwnTwoFactor>('/two-factor')
  const [now, setNow] = useState<Now>(REST)

  const rest = () => {
    setNow(REST)
    focusSection(ID)
  }
  const ask = (to: Asking) => setNow({ step: 'password', to })

  const start = async (password: string) =>
    setNow({ step: 'app', app: (await ownRequest('/two-factor/start', { password })) as AppKey })
  const renew = async (password: string) => {
    const { recoveryCodes } = (await ownRequest('/two-factor/recovery-codes', { password })) as {
      recoveryCodes: string[]
    }
    setNow({ step: 'codes', codes: recoveryCodes })
    await reload()
  }
  const turnOff = async (password: string) => {
    await ownRequest('/two-factor/turn-off', { password })
    await reload()
    rest()
    showToast({
      kind: 'good',
      title: 'Two-step sign-in is off',
      description: 'Your password alone signs you in.',
    })
  }
  const confirmed = async (codes: string[]) => {
    setNow({ step: 'codes', codes })
    showToast({
      kind: 'good',
      title: 'Two-step sign-in is on',
      description: 'Every other device is signed out.',
    })
    onTurnedOn()
    await reload()
  }
  const asking = {
    'turn on': { title: 'Is it you?', button: 'Continue', onPassword: start },
    'new codes': {
      title: 'New recovery codes',
      about: 'The ones that you have end with it.',
      button: 'Show new codes',
      onPassword: renew,
    },
    'turn off': {
      title: 'Turn two-step sign-in off',
      about: 'Your password alone signs you in then.',
      button: 'Turn off',
      onPassword: turnOff,
    },
  } as const

  return (
    <Section
      id={ID}
      title="Two-step sign-in"
      about="After your password, a code from an app on your phone. A passkey needs none: it is both steps at once."
    >
      {!data &&
        (failed ? (
          <FailedState title="This could not be loaded." onRetry={reload} />
        ) : (
          <Skeleton h="12" />
        ))}
      {data && now.step === 'rest' && <Rest {...data} onAsk={ask} />}
      {now.step === 'password' && (
        <PasswordStep key={now.to} {...asking[now.to]} username={username} onCancel={rest} />
      )}
      {now.step === 'app' && <AppStep app={now.app} onConfirmed={confirmed} onCancel={rest} />}
      {now.step === 'codes' && <RecoveryCodesStep codes={now.codes} onDone={rest} />}
    </Section>
  )
}

function Rest({
  isOn,
  since,
  recoveryCodesLeft,
  onAsk,
}: OwnTwoFactor & { onAsk: (to: Asking) => void }) {
  if (!isOn)
    return (
      <Button variant="outline" alignSelf="flex-start" onClick={() => onAsk('turn on')}>
        Turn on
      </Button>
    )
  return (
    <>
      <chakra.p textStyle="body">
        On since {day.format(new Date(since ?? Date.now()))}.{' '}
        {recoveryCodesLeft === 1
          ? 'One recovery code is'
          : `${recoveryCodesLeft} recovery codes are`}{' '}
        left.
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button variant="outline" onClick={() => onAsk('new codes')}>
          New recovery codes
        </Button>
        <Button variant="outline" onClick={() => onAsk('turn off')}>
          Turn off
        </Button>
      </chakra.div>
    </>
  )
}
