import type { FragmentType } from '@apollo/client'
import { chakra, Stack } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import type { FetchMore } from '../../lib/paging.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import {
  type AppealList_AppealsFragment,
  useAppealList_AppealsFragment,
} from './AppealCard.generated.ts'
import { AppealCard } from './AppealCard.tsx'
import { EntryList } from './EntryList.tsx'

interface AppealListProps {
  appeals: FragmentType<AppealList_AppealsFragment>
  isOpen: boolean
  fetchMore: FetchMore
  onAnswered: () => void
}

/** Appeals; an answered one leaves the list of open ones. */
export function AppealList({ appeals: reference, isOpen, fetchMore, onAnswered }: AppealListProps) {
  const { edges, pageInfo } = useAppealList_AppealsFragment(reference)
  const appeals = edges.map(({ node }) => node).filter(({ outcome }) => isOpen === !outcome)
  if (appeals.length === 0 && !pageInfo.hasNextPage)
    return (
      <EmptyState
        drawing={<EmptyFeedDrawing />}
        title={t(isOpen ? moderationMessages.noAppeals : moderationMessages.noAnswered)}
        hint={isOpen && t(moderationMessages.noAppealsHint)}
      />
    )
  return (
    <chakra.div maxW="main">
      <EntryList
        name={isOpen ? 'appeals' : 'answered appeals'}
        entries={appeals}
        pageInfo={pageInfo}
        fetchMore={fetchMore}
      >
        {(shown) => (
          <Stack gap="3">
            {shown.map((appeal) => (
              <AppealCard key={appeal.id} appeal={appeal} onAnswered={onAnswered} />
            ))}
          </Stack>
        )}
      </EntryList>
    </chakra.div>
  )
}
