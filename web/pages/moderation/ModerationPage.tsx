import { Flex } from '@chakra-ui/react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { isForbidden } from '../../apollo/is-forbidden.ts'
import { ShortcutsButton } from '../../features/moderation/ShortcutsButton.tsx'
import { NotFound } from '../../features/shell/NotFound.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { TabLink, TabLinks } from '../../ui/TabLink.tsx'
import { Appeals } from './Appeals.tsx'
import { Log } from './Log.tsx'
import { useModerationQueueQuery } from './Moderation.generated.ts'
import { listOf, listPath, lists } from './queue-url.ts'
import { Reports } from './Reports.tsx'

/** The reports and appeals that moderators decide about, and the log. Members have no such page. */
export default function ModerationPage() {
  const [search] = useSearchParams()
  const current = listOf(search)
  // The first query of the page, whichever list it shows.
  const { error } = useModerationQueueQuery({ variables: { status: 'OPEN' } })
  if (isForbidden(error)) return <NotFound />
  const List = { reports: Reports, appeals: Appeals, log: Log }[current]
  return (
    <Page
      title={t(moderationMessages.title)}
      isWide
      head={
        <Flex align="flex-end" gap="2">
          <TabLinks
            aria-label={t(moderationMessages.lists)}
            flex="1"
            overflowX="auto"
            overflowY="hidden"
          >
            {lists.map((list) => (
              <TabLink
                key={list}
                to={listPath(list)}
                aria-current={list === current ? 'page' : undefined}
              >
                {t(moderationMessages[list])}
              </TabLink>
            ))}
            <TabLink to={paths.hello}>{t(moderationMessages.firstPosts)}</TabLink>
          </TabLinks>
          {current === 'reports' && <ShortcutsButton />}
        </Flex>
      }
    >
      <List />
    </Page>
  )
}
