import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { connectionOutcome } from '#rules/oidc-connection.ts'
import { paths } from '#rules/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ownRequest, tellProblem } from '../account-request.ts'
import { PasswordStep } from '../two-factor/PasswordStep.tsx'
import { focusSection, Section } from '../SettingsSection.tsx'

/** The operator's OpenID provider, where there is one. */
export interface OwnProvider {
  name: string
  isConnected: boolean
}

interface ProviderSectionProps {
  provider: OwnProvider
  username: string
  hasPassword: boolean
  /** Told when the provider does not sign one in anymore, and the other sessions have ended with that. */
  onDisconnected: () => Promise<void>
}

const ID = 'provider'

/** Signing in by way of the provider: connected by going there and back, and disconnected. */
export function ProviderSection({
  provider: { name, isConnected },
  username,
  hasPassword,
  onDisconnected,
}: ProviderSectionProps) {
  const [told, setTold] = useState(() => connectionOutcome(location.search, name))
  const [asksPassword, setAsksPassword] = useState(false)
  const [busy, setBusy] = useState(false)

  // Told once: whoever loads the page again knows it already.
  useEffect(() => history.replaceState(history.state, '', paths.settings), [])

  const connect = async (password?: string) => {
    const { url } = (await ownRequest('/oidc/connect', { password })) as { url: string }
    location.assign(url)
  }
  const cancel = () => {
    setAsksPassword(false)
    focusSection(ID)
  }
  const disconnect = async () => {
    await ownRequest('/oidc/disconnect', {})
    setTold(null)
    await onDisconnected()
    focusSection(ID)
    showToast({
      kind: 'good',
      title: `${name} is disconnected`,
      description: 'Every other device is signed out.',
    })
  }
  const once = (work: () => Promise<void>) => async () => {
    if (busy) return
    setBusy(true)
    await work().catch(tellProblem)
    setBusy(false)
  }

  // An address may tell of what is not so.
  const outcome = told?.isConnected && !isConnected ? null : told

  return (
    <Section
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
      {asksPassword ? (
        <PasswordStep
          title="Is it you?"
          username={username}
          button="Continue"
          onPassword={connect}
          onCancel={cancel}
        />
      ) : isConnected ? (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-busy={busy}
          onClick={once(disconnect)}
        >
          Disconnect {name}
        </Button>
      ) : (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-busy={busy}
          onClick={hasPassword ? () => setAsksPassword(true) : once(connect)}
        >
          Connect {name}
        </Button>
      )}
    </Section>
  )
}
