import { useLocation } from 'react-router-dom'
import { type ProfileTab, profileTabSearch, profileTabs } from '#rules/profile-tab.ts'
import { t } from '../../lib/i18n.ts'
import { useLastEntries } from '../../lib/use-last-entries.ts'
import { profilePageMessages } from '../../messages/profile-page.ts'
import { TabLink, TabLinks } from '../../ui/TabLink.tsx'

/** Links to the lists of a profile. Each keeps its scroll position. */
export function ProfileTabs({ tab: current }: { tab: ProfileTab }) {
  const { pathname } = useLocation()
  const lastEntries = useLastEntries(pathname + profileTabSearch(current))
  return (
    <TabLinks aria-label={t(profilePageMessages.tabs)} mb="0">
      {profileTabs.map((tab) => {
        const path = pathname + profileTabSearch(tab)
        return (
          <TabLink
            key={tab}
            to={path}
            state={{ scrolledAs: lastEntries.get(path) }}
            aria-current={tab === current ? 'page' : undefined}
          >
            {t(profilePageMessages[tab])}
          </TabLink>
        )
      })}
    </TabLinks>
  )
}
