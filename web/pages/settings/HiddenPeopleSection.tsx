import { chakra } from '@chakra-ui/react'
import { SettingsSection } from '../../features/auth/SettingsSection.tsx'
import { t } from '../../lib/i18n.ts'
import { blockMessages } from '../../messages/block.ts'
import { LoadState } from '../../ui/LoadState.tsx'
import { useHiddenPeopleQuery } from './HiddenPeople.generated.ts'
import { HiddenPeopleList } from './HiddenPeopleList.tsx'

const ID = 'hidden-people'

/** The people whom the viewer mutes or blocks, with buttons to end that. */
export function HiddenPeopleSection() {
  // The lists also change on other pages and devices.
  const { data, error, refetch, fetchMore } = useHiddenPeopleQuery({
    fetchPolicy: 'cache-and-network',
  })
  const { mutedUsers, blockedUsers } = data?.viewer ?? {}
  return (
    <SettingsSection
      id={ID}
      title={t(blockMessages.settingsTitle)}
      about={t(blockMessages.settingsAbout)}
    >
      <LoadState
        title={t(blockMessages.loadFailed)}
        error={error}
        onRetry={refetch}
        hasData={Boolean(mutedUsers && blockedUsers)}
      />
      {mutedUsers && blockedUsers && (
        <>
          <ListTitle>{t(blockMessages.mutedPeople)}</ListTitle>
          <HiddenPeopleList
            users={mutedUsers}
            kind="muted"
            sectionId={ID}
            onEnded={refetch}
            onLoadMore={(mutesAfter) => fetchMore({ variables: { mutesAfter, withBlocks: false } })}
          />
          <ListTitle>{t(blockMessages.blockedPeople)}</ListTitle>
          <HiddenPeopleList
            users={blockedUsers}
            kind="blocked"
            sectionId={ID}
            onEnded={refetch}
            onLoadMore={(blocksAfter) =>
              fetchMore({ variables: { blocksAfter, withMutes: false } })
            }
          />
        </>
      )}
    </SettingsSection>
  )
}

const ListTitle = chakra('h3', { base: { textStyle: 'name', mb: '-2' } })
