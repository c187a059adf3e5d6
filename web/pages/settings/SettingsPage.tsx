import { useEffect } from 'react'
import { paths, signInPath } from '#rules/paths.ts'
import { DeleteAccountSection } from '../../features/auth/account/DeleteAccountSection.tsx'
import { EmailSection } from '../../features/auth/account/EmailSection.tsx'
import { UsernameSection } from '../../features/auth/account/UsernameSection.tsx'
import { useAccountResource } from '../../features/auth/account-request.ts'
import { type AccountProvider, ProviderSection } from '../../features/auth/oidc/ProviderSection.tsx'
import { PasskeysSection } from '../../features/auth/passkey/PasskeysSection.tsx'
import { PasswordSection } from '../../features/auth/password/PasswordSection.tsx'
import {
  type AccountSession,
  SessionsSection,
} from '../../features/auth/session/SessionsSection.tsx'
import { TwoFactorSection } from '../../features/auth/two-factor/TwoFactorSection.tsx'
import { ExportSection } from '../../features/export/ExportSection.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { isDemoViewer, useViewer, type Viewer } from '../../features/user/viewer.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Settings of the signed-in account. Visitors and the demo user are redirected to sign-in. */
export default function SettingsPage() {
  const viewer = useViewer()
  const isMember = viewer && !isDemoViewer(viewer)
  const isVisitor = viewer === null || isDemoViewer(viewer)
  useEffect(() => {
    if (isVisitor) location.replace(signInPath(paths.settings))
  }, [isVisitor])
  return (
    <Page title="Settings" panel={<SidePanel />} joinBar={false}>
      {isMember ? <Settings viewer={viewer} /> : <Skeleton h="16" />}
    </Page>
  )
}

interface AccountDetails {
  /** False for accounts created through a provider. */
  hasPassword: boolean
  needsUsername: boolean
  /** Null when none is configured. */
  provider: AccountProvider | null
}

function Settings({ viewer: { username } }: { viewer: Viewer }) {
  const sessions = useAccountResource<AccountSession[]>('/sessions')
  const { data: account, reload } = useAccountResource<AccountDetails>('/account')
  const hasPassword = account?.hasPassword !== false
  return (
    <>
      {account?.needsUsername && <UsernameSection />}
      <EmailSection />
      {hasPassword && <PasswordSection username={username} onChanged={sessions.reload} />}
      {hasPassword && <TwoFactorSection username={username} onTurnedOn={sessions.reload} />}
      <SessionsSection sessions={sessions} />
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
      <ExportSection />
      <DeleteAccountSection username={username} hasPassword={hasPassword} />
    </>
  )
}
