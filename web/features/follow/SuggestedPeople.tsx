import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { t } from '../../lib/i18n.ts'
import { peopleMessages } from '../../messages/people.ts'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { PersonRows, PersonSkeletons } from './PersonRows.tsx'
import { useSuggestedPeopleQuery } from './SuggestedPeople.generated.ts'

/** People to follow, for a page that has little else to show. Nothing where there are none. */
export default function SuggestedPeople() {
  const id = useId()
  const { data, error, refetch } = useSuggestedPeopleQuery({})
  if (!data && error) return <FailedPart error={error} onRetry={refetch} />
  if (data?.suggestedUsers.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <chakra.h2 id={id} textStyle="name" fontSize="md" mb="2">
        {t(peopleMessages.suggestions)}
      </chakra.h2>
      {data ? (
        <PersonRows people={data.suggestedUsers} label={t(peopleMessages.suggestions)} />
      ) : (
        <PersonSkeletons />
      )}
    </section>
  )
}
