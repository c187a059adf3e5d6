import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import type { AccountProvider } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { connectionResult } from '#rules/oidc-connection.ts'
import { paths } from '#rules/paths.ts'
import { t } from '../../../lib/i18n.ts'
import { useOnce } from '../../../lib/use-once.ts'
import { providerMessages } from '../../../messages/auth.ts'
import { authMessages } from '../../../messages/auth-common.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, toastError } from '../account-request.ts'
import { PasswordStep } from '../password/PasswordStep.tsx'
import { focusSection, SettingsSection } from '../SettingsSection.tsx'
import { type Outcome, outcomeOf } from './connection-outcome.ts'

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
  const [isAskingPassword, setAskingPassword] = useState(false)
  const { outcome, isBusy, connect, run, disconnect } = useConnection(
    { name, isConnected },
    onDisconnected,
  )
  const cancel = () => {
    setAskingPassword(false)
    focusSection(ID)
  }
  return (
    <SettingsSection
      id={ID}
      title={t(providerMessages.title(name))}
      about={t(providerMessages.about(name))}
    >
      <ConnectionStatus outcome={outcome} isConnected={isConnected} />
      {isAskingPassword ? (
        <PasswordStep
          title={t(authMessages.confirmIdentity)}
          username={username}
          submitLabel={t(authMessages.continue)}
          onPassword={connect}
          onCancel={cancel}
        />
      ) : (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-busy={isBusy}
          onClick={
            isConnected
              ? run(disconnect)
              : hasPassword
                ? () => setAskingPassword(true)
                : run(connect)
          }
        >
          {t(isConnected ? providerMessages.disconnect(name) : providerMessages.connect(name))}
        </Button>
      )}
    </SettingsSection>
  )
}

interface ConnectionStatusProps {
  /** The outcome of the redirect, if there was one. */
  outcome: Outcome | null
  isConnected: boolean
}

function ConnectionStatus({ outcome, isConnected }: ConnectionStatusProps) {
  if (outcome)
    return (
      <chakra.p
        role={outcome.isConnected ? 'status' : 'alert'}
        textStyle="body"
        color={outcome.isConnected ? 'good' : 'bad'}
      >
        {outcome.sentence}
      </chakra.p>
    )
  if (!isConnected) return null
  return (
    <chakra.p textStyle="meta" color="good">
      {t(providerMessages.connected)}
    </chakra.p>
  )
}

function useConnection(
  { name, isConnected }: AccountProvider,
  onDisconnected: () => Promise<void>,
) {
  const [redirectOutcome, setRedirectOutcome] = useState(() =>
    outcomeOf(connectionResult(location.search), name),
  )
  const { isBusy, runOnce } = useOnce()

  // Remove the outcome from the URL, so that a reload does not show it again.
  useEffect(() => history.replaceState(history.state, '', paths.settings), [])

  const connect = async (password?: string) => {
    const { url } = await accountRequest(accountApi.connectProvider, { body: { password } })
    location.assign(url)
  }
  const disconnect = async () => {
    await accountRequest(accountApi.disconnectProvider)
    setRedirectOutcome(null)
    await onDisconnected()
    focusSection(ID)
    showToast({
      kind: 'success',
      title: t(providerMessages.disconnected(name)),
      description: t(authMessages.otherDevicesSignedOut),
    })
  }
  const run = (action: () => Promise<void>) => () => runOnce(() => action().catch(toastError))
  // Ignore a forged outcome in the URL.
  const outcome = redirectOutcome?.isConnected && !isConnected ? null : redirectOutcome
  return { outcome, isBusy, connect, disconnect, run }
}
