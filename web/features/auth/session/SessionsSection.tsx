import { chakra } from '@chakra-ui/react'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import type { AccountSession } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { useOnce } from '../../../lib/use-once.ts'
import { sessionMessages } from '../../../messages/auth.ts'
import { authMessages } from '../../../messages/auth-common.ts'
import { shellMessages } from '../../../messages/shell.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadState } from '../../../ui/LoadState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { showToast } from '../../../ui/toast.ts'
import { type AccountResource, accountRequest, toastError } from '../account-request.ts'
import { focusSection, SettingsRow, SettingsSection } from '../SettingsSection.tsx'

const ID = 'sessions'
const MOBILE_DEVICE = /iPhone|iPad|Android/

/** The active sessions, with buttons to end them. */
export function SessionsSection({ resource }: { resource: AccountResource<AccountSession[]> }) {
  const { data: sessions, error, reload } = resource
  const { isEnding, endSession, endOtherSessions } = useEndSessions(reload)
  return (
    <SettingsSection id={ID} title={t(sessionMessages.title)} about={t(sessionMessages.about)}>
      <LoadState
        title={t(sessionMessages.failed)}
        error={error}
        onRetry={reload}
        hasData={sessions !== undefined}
      />
      {sessions && (
        <chakra.ul>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={isEnding}
              onEnd={() => endSession(session)}
            />
          ))}
        </chakra.ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-busy={isEnding}
          onClick={endOtherSessions}
        >
          {t(sessionMessages.signOutOthers)}
        </Button>
      )}
    </SettingsSection>
  )
}

function useEndSessions(reload: () => Promise<void>) {
  const { isBusy, runOnce } = useOnce()

  const end = (send: () => Promise<unknown>, successMessage: string) =>
    runOnce(async () => {
      try {
        await send()
        await reload()
        focusSection(ID)
        showToast({ kind: 'success', title: successMessage })
      } catch (error) {
        toastError(error)
        await reload()
      }
    })
  const endSession = ({ id, device }: AccountSession) =>
    end(
      () => accountRequest(accountApi.deleteSession, { params: { id } }),
      t(sessionMessages.signedOut(device)),
    )
  const endOtherSessions = () =>
    end(() => accountRequest(accountApi.deleteOtherSessions), t(authMessages.otherDevicesSignedOut))
  return { isEnding: isBusy, endSession, endOtherSessions }
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
            {t(sessionMessages.thisDevice)}
          </chakra.p>
        ) : (
          <chakra.p textStyle="meta" color="muted">
            <RichText
              message={sessionMessages.lastUsed}
              elements={{ time: <RelativeTime at={lastUsedAt} /> }}
            />
          </chakra.p>
        )}
      </chakra.div>
      {!isCurrent && (
        <Button
          variant="ghost"
          me="-3"
          aria-busy={isBusy}
          aria-label={t(sessionMessages.signOutDevice(device))}
          onClick={onEnd}
        >
          {t(shellMessages.signOut)}
        </Button>
      )}
    </SettingsRow>
  )
}
