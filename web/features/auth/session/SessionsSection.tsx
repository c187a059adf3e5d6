import { chakra } from '@chakra-ui/react'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { showToast } from '../../../ui/toast.ts'
import { type AccountResource, accountRequest, toastError } from '../account-request.ts'
import { focusSection, SettingsRow, SettingsSection } from '../SettingsSection.tsx'

export interface AccountSession {
  id: string
  device: string
  createdAt: string
  lastUsedAt: string
  isCurrent: boolean
}

const ID = 'sessions'
const MOBILE_DEVICE = /iPhone|iPad|Android/

/** The active sessions, with buttons to end them. */
export function SessionsSection({
  sessions: { data: sessions, failed, reload },
}: {
  sessions: AccountResource<AccountSession[]>
}) {
  const { isEnding, endSessions } = useEndSessions(reload)
  return (
    <SettingsSection
      id={ID}
      title="Where you’re signed in"
      about="Don’t recognise one? Sign it out and change your password."
    >
      {!sessions &&
        (failed ? (
          <FailedState title="We couldn’t load your devices." onRetry={reload} />
        ) : (
          <Skeleton h="16" />
        ))}
      {sessions && (
        <chakra.ul>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={isEnding}
              onEnd={() =>
                endSessions(`/sessions/${session.id}`, `${session.device} is signed out.`)
              }
            />
          ))}
        </chakra.ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-busy={isEnding}
          onClick={() => endSessions('/sessions', 'Every other device is signed out.')}
        >
          Sign out everywhere else
        </Button>
      )}
    </SettingsSection>
  )
}

function useEndSessions(reload: () => Promise<void>) {
  const [isEnding, setEnding] = useState(false)

  const endSessions = async (path: string, successMessage: string) => {
    if (isEnding) return
    setEnding(true)
    try {
      await accountRequest(path, undefined, 'DELETE')
      await reload()
      focusSection(ID)
      showToast({ kind: 'success', title: successMessage })
    } catch (error) {
      toastError(error)
      await reload()
    }
    setEnding(false)
  }
  return { isEnding, endSessions }
}

interface SessionRowProps {
  session: AccountSession
  isBusy: boolean
  onEnd: () => void
}

function SessionRow({
  session: { device, lastUsedAt, isCurrent },
  isBusy,
  onEnd,
}: SessionRowProps) {
  return (
    <SettingsRow>
      <chakra.span color="muted" display="inline-flex">
        <Icon as={MOBILE_DEVICE.test(device) ? Smartphone : Monitor} />
      </chakra.span>
      <chakra.div flex="1" minW="10rem">
        <chakra.p textStyle="name">{device}</chakra.p>
        {isCurrent ? (
          <chakra.p textStyle="meta" color="accentText">
            This device
          </chakra.p>
        ) : (
          <chakra.p textStyle="meta" color="muted">
            Last used <RelativeTime at={lastUsedAt} />
          </chakra.p>
        )}
      </chakra.div>
      {!isCurrent && (
        <Button
          variant="ghost"
          me="-3"
          aria-busy={isBusy}
          aria-label={`Sign out ${device}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </SettingsRow>
  )
}
