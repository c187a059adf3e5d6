import * as accountApi from '#rules/account-api.ts'
import { DeleteAccountSection } from '../../features/auth/account/DeleteAccountSection.tsx'
import { EmailSection } from '../../features/auth/account/EmailSection.tsx'
import { UsernameSection } from '../../features/auth/account/UsernameSection.tsx'
import { useAccountResource } from '../../features/auth/account-request.ts'
import { ProviderSection } from '../../features/auth/oidc/ProviderSection.tsx'
import { PasskeysSection } from '../../features/auth/passkey/PasskeysSection.tsx'
import { PasswordSection } from '../../features/auth/password/PasswordSection.tsx'
import { SessionsSection } from '../../features/auth/session/SessionsSection.tsx'
import { TwoFactorSection } from '../../features/auth/two-factor/TwoFactorSection.tsx'
import { ExportSection } from '../../features/export/ExportSection.tsx'
import {
  InvitationsFailed,
  InvitationsSection,
} from '../../features/invitation/InvitationsSection.tsx'
import { ModerationSection } from '../../features/moderation/ModerationSection.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { useViewer } from '../../features/user/viewer.ts'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { settingsMessages } from '../../messages/auth.ts'
import { LoadState } from '../../ui/LoadState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ApiTokensSection } from './ApiTokensSection.tsx'
import { HiddenPeopleSection } from './HiddenPeopleSection.tsx'
import { NotificationsSection } from './NotificationsSection.tsx'
import { ReportsSection } from './ReportsSection.tsx'
import { useSettingsPage_ViewerFragment, useSettingsQuery } from './Settings.generated.ts'
import { WebhooksSettings } from './WebhooksSettings.tsx'

/** Settings of the signed-in account. */
export default function SettingsPage() {
  const viewer = useSettingsPage_ViewerFragment(useViewer())
  return (
    <Page title={t(settingsMessages.title)} joinBar={false}>
      {viewer ? <Settings username={viewer.username} /> : <Skeleton h="16" />}
    </Page>
  )
}

function Settings({ username }: { username: string }) {
  const sessions = useAccountResource(accountApi.getSessions)
  const { data: account, error, reload } = useAccountResource(accountApi.getAccount)
  const email = useAccountResource(accountApi.getEmail)
  const hasPassword = account?.hasPassword !== false
  return (
    <>
      {account?.needsUsername && <UsernameSection />}
      <Moderation />
      <EmailSection
        resource={email}
        username={username}
        hasPassword={hasPassword}
        onChanged={sessions.reload}
      />
      {!account && (
        <LoadState title={t(settingsMessages.accountFailed)} error={error} onRetry={reload} />
      )}
      {account?.hasPassword && (
        <>
          <PasswordSection username={username} onChanged={sessions.reload} />
          <TwoFactorSection username={username} onTurnedOn={sessions.reload} />
        </>
      )}
      <SessionsSection resource={sessions} />
      <PasskeysSection
        username={username}
        hasPassword={hasPassword}
        onSessionsEnded={sessions.reload}
      />
      {account?.provider && (
        <ProviderSection
          provider={account.provider}
          username={username}
          hasPassword={hasPassword}
          onDisconnected={async () => void (await Promise.all([reload(), sessions.reload()]))}
        />
      )}
      <NotificationsSection hasMail={email.data?.canVerify === true} />
      <HiddenPeopleSection />
      <ReportsSection />
      <Invitations />
      <ApiTokensSection />
      <WebhooksSettings />
      <ExportSection />
      {account && <DeleteAccountSection username={username} hasPassword={hasPassword} />}
    </>
  )
}

function Moderation() {
  const { data } = useSettingsQuery({})
  const role = data?.viewer?.role
  return role && role !== 'MEMBER' && <ModerationSection />
}

/** For people who can invite others, or once could. */
function Invitations() {
  const { data, error, refetch, fetchMore } = useSettingsQuery(useListFetchPolicy())
  const viewer = data?.viewer
  if (!viewer && error) return <InvitationsFailed error={error} onRetry={refetch} />
  const invitations = viewer?.invitations
  if (!invitations || (!viewer.canInvite && invitations.edges.length === 0)) return null
  return (
    <InvitationsSection
      viewer={viewer}
      invitations={invitations}
      error={error}
      refetch={refetch}
      fetchMore={fetchMore}
    />
  )
}
