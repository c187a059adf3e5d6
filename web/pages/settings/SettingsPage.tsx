import { useEffect } from 'react'
import { paths, signInPath } from '#rules/paths.ts'
import { DeleteAccountSection } from '../../features/settings/DeleteAccountSection.tsx'
import { EmailSection } from '../../features/settings/EmailSection.tsx'
import { ExportSection } from '../../features/settings/ExportSection.tsx'
import { useOwn } from '../../features/settings/own-request.ts'
import { PasskeysSection } from '../../features/settings/PasskeysSection.tsx'
import { PasswordSection } from '../../features/settings/PasswordSection.tsx'
import { type OwnSession, SessionsSection } from '../../features/settings/SessionsSection.tsx'
import { TwoFactorSection } from '../../features/settings/TwoFactorSection.tsx'
import { UsernameSection } from '../../features/settings/UsernameSection.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { isDemoViewer, useViewer, type Viewer } from '../../features/viewer/viewer.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** What somebody who is signed in does with the account. Nobody else has settings: they are led to sign in. */
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

interface OwnAccount {
  /** Who came by way of another provider has none. */
  hasPassword: boolean
  needsUsername: boolean
}

function Settings({ viewer: { username } }: { viewer: Viewer }) {
  const sessions = useOwn<OwnSession[]>('/sessions')
  const { data: account } = useOwn<OwnAccount>('/account')
  const hasPassword = account?.hasPassword !== false
  return (
    <>
      {account?.needsUsername && <UsernameSection />}
      <EmailSection />
      {hasPassword && <PasswordSection username={username} onChanged={sessions.reload} />}
      {hasPassword && <TwoFactorSection username={username} onTurnedOn={sessions.reload} />}
      <SessionsSection sessions={sessions} />
      <PasskeysSection onRemoved={sessions.reload} />
      <ExportSection />
      <DeleteAccountSection username={username} hasPassword={hasPassword} />
    </>
  )
}
