import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { peopleMessages } from '../../messages/people.ts'
import { RowsCard } from '../../ui/RowsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { Person_UserFragment } from './Person.generated.ts'
import { Person } from './Person.tsx'

export interface PersonRowsProps {
  people: readonly (FragmentType<Person_UserFragment> & { id: string })[]
  /** Below the people of the same positions. */
  comments?: readonly (string | null)[] | undefined
  label: string
}

export function PersonRows({ people, comments = [], label }: PersonRowsProps) {
  return (
    <RowsCard asChild>
      <ul aria-label={label}>
        {people.map((person, index) => (
          <li key={person.id} {...itemAttributes(person)}>
            <Person user={person} />
            {comments[index] && <Comment>{comments[index]}</Comment>}
          </li>
        ))}
      </ul>
    </RowsCard>
  )
}

const Comment = chakra(
  'p',
  {
    base: {
      textStyle: 'body',
      px: { base: '4', xl: '5' },
      pb: '3',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    },
  },
  { defaultProps: { dir: 'auto' } },
)

const ROWS = ['first', 'second', 'third']

/** As high as the rows that replace it. */
export function PersonSkeletons({ label = t(peopleMessages.loadingPeople) }) {
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <RowsCard aria-hidden>
        {ROWS.map((row) => (
          <Flex
            key={row}
            data-testid="skeleton"
            gap="3"
            align="center"
            minH="person"
            px={{ base: '4', xl: '5' }}
          >
            <Skeleton boxSize="avatar" borderRadius="full" flexShrink="0" />
            <chakra.div flex="1">
              <Skeleton h="3" w="40%" />
              <Skeleton h="3" w="25%" mt="2" />
            </chakra.div>
          </Flex>
        ))}
      </RowsCard>
    </div>
  )
}
