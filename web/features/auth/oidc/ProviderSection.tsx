import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { connectionOutcome } from '#rules/oidc-connection.ts'
import { paths } from '#rules/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, toastError } from '../account-request.ts'
import { PasswordStep } from '../password/PasswordStep.tsx'
import { focusSection, SettingsSection } from '../SettingsSection.tsx'

export interface AccountProvider {
  name: string
  isConnected: boolean
}

interface ProviderSectionProps {
  provider: AccountProvider
  username: string
  hasPassword: boolean
  /** Called after disconnecting, which also ends all other sessions. */
  onDisconnected: () => Promise<void>
}

const ID = 'provider'

/** Connects the account with the OpenID provider, by redirect, or disconnects it. */
export function ProviderSection({
  provider: { name, isConnected },
  username,
  hasPassword,
  onDisconnected,
}: ProviderSectionProps) {
  const [redirectOutcome, setRedirectOutcome] = useState(() => connectionOutcome(location.search, name))
  const [isAskingPassword, setAskingPassword] = useState(false)
  const [busy, setBusy] = useState(false)

  // Remove the outcome from the URL, so that a reload does not show it again.
  useEffect(() => history.replaceState(history.state, '', paths.settings), [])

  const connect = async (password?: string) => {
    const { url } = (await accountRequest('/oidc/connect', { password })) as { url: string }
    location.assign(url)
  }
  const cancel = () => {
    setAskingPassword(false)
    focusSection(ID)
  }
  const disconnect = async () => {
    await accountRequest('/oidc/disconnect', {})
    setRedirectOutcome(null)
    await onDisconnected()
    focusSection(ID)
    showToast({
      kind: 'success',
      title: `${name} is disconnected`,
      description: 'Every other device is signed out.',
    })
  }
  const runOnce = (action: () => Promise<void>) => async () => {
    if (busy) return
    setBusy(true)
    await action().catch(toastError)
    setBusy(false)
  }

  // Ignore a forged outcome in the URL.
  const outcome = redirectOutcome?.isConnected && !isConnected ? null : redirectOutcome

  return (
    <SettingsSection
      id={ID}
      title={`Sign in with ${name}`}
      about={`Your account at ${name} can sign you in here.`}
    >
      {outcome && (
        <chakra.p
          role={outcome.isConnected ? 'status' : 'alert'}
          textStyle="body"
          color={outcome.isConnected ? 'good' : 'bad'}
        >
          {outcome.sentence}
        </chakra.p>
      )}
      {isConnected && !outcome?.isConnected && (
        <chakra.p textStyle="meta" color="good">
          Connected
        </chakra.p>
      )}
      {isAskingPassword ? (
        <PasswordStep
          title="Confirm it’s you"
          username={username}
          submitLabel="Continue"
          onPassword={connect}
          onCancel={cancel}
        />
      ) : isConnected ? (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-busy={busy}
          onClick={runOnce(disconnect)}
        >
          Disconnect {name}
        </Button>
      ) : (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-busy={busy}
          onClick={hasPassword ? () => setAskingPassword(true) : runOnce(connect)}
        >
          Connect {name}
        </Button>
      )}
    </SettingsSection>
  )
}
