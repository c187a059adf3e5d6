import { chakra, Flex, Stack } from '@chakra-ui/react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { searchQuery } from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { cleanLine } from '#rules/text.ts'
import { COMPOSITION_DEBOUNCE_MS, useComposition } from '../../lib/composition.ts'
import { t } from '../../lib/i18n.ts'
import { problemText } from '../../lib/problem-text.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { invitationMessages } from '../../messages/invitations.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useFollowChoicesQuery } from './FollowPicker.generated.ts'

export interface FollowChoice {
  id: string
  displayName: string
  username: string
  avatar: string | null
}

interface FollowPickerProps {
  people: readonly FollowChoice[]
  onChange: (people: readonly FollowChoice[]) => void
}

/** Chooses the people whom new members follow. */
export function FollowPicker({ people, onChange }: FollowPickerProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isComposing, composition] = useComposition()
  const add = (person: FollowChoice) => {
    onChange([...people, person])
    setText('')
    field.current?.focus()
  }
  const remove = (person: FollowChoice) => {
    onChange(people.filter(({ id }) => id !== person.id))
    field.current?.focus()
  }
  return (
    <Stack role="group" aria-labelledby={id} gap="2">
      <chakra.p id={id} textStyle="name">
        {t(invitationMessages.follows)}
      </chakra.p>
      <chakra.p textStyle="meta" color="muted">
        {t(invitationMessages.followsAbout(limits.invitationFollows))}
      </chakra.p>
      <ul aria-label={t(invitationMessages.follows)}>
        {people.map((person) => (
          <Choice key={person.id} person={person}>
            <Button
              variant="ghost"
              aria-label={t(invitationMessages.removePerson(person.displayName))}
              onClick={() => remove(person)}
            >
              {t(invitationMessages.remove)}
            </Button>
          </Choice>
        ))}
      </ul>
      {people.length < limits.invitationFollows && (
        <>
          <TextField
            ref={field}
            name="person"
            label={t(invitationMessages.findPeople)}
            value={text}
            onChange={setText}
            type="search"
            autoComplete="off"
            // Enter would create the invitation.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            {...composition}
          />
          <Found text={text} isComposing={isComposing} chosen={people} onAdd={add} />
        </>
      )}
    </Stack>
  )
}

interface FoundProps {
  text: string
  /** Whether an input method still changes the text. */
  isComposing: boolean
  chosen: readonly FollowChoice[]
  onAdd: (person: FollowChoice) => void
}

/** The people whom a search finds, without those who are chosen already. */
function Found({ text, isComposing, chosen, onAdd }: FoundProps) {
  const delayMs = isComposing ? COMPOSITION_DEBOUNCE_MS : undefined
  const query = cleanLine(useDebouncedValue(text, delayMs))
  const isSearch =
    cleanLine(text) !== '' && query !== '' && problemText(searchQuery, query) === null
  const { data, error, refetch } = useFollowChoicesQuery({ variables: { query }, skip: !isSearch })
  const found = isSearch ? data?.searchUsers.edges.map(({ node }) => node) : undefined
  const others = found?.filter(({ id }) => chosen.every((person) => person.id !== id))
  return (
    <>
      {isSearch && error && (
        <FailedPart title={t(invitationMessages.findFailed)} error={error} onRetry={refetch} />
      )}
      <chakra.div aria-live="polite">
        {others?.length === 0 && (
          <chakra.p textStyle="meta" color="muted">
            {t(invitationMessages.noPeople)}
          </chakra.p>
        )}
        {others && others.length > 0 && (
          <ul aria-label={t(invitationMessages.foundPeople)}>
            {others.map((person) => (
              <Choice key={person.id} person={person}>
                <Button
                  variant="outline"
                  aria-label={t(invitationMessages.addPerson(person.displayName))}
                  onClick={() => onAdd(person)}
                >
                  {t(invitationMessages.add)}
                </Button>
              </Choice>
            ))}
          </ul>
        )}
      </chakra.div>
    </>
  )
}

function Choice({ person, children }: { person: FollowChoice; children: ReactNode }) {
  return (
    <Flex asChild gap="3" align="center" py="1">
      <li>
        <Avatar user={person} size="8" />
        <chakra.span flex="1" minW="0">
          <chakra.span display="block" textStyle="name" truncate>
            <bdi>{person.displayName}</bdi>
          </chakra.span>
          <chakra.span display="block" textStyle="meta" color="muted" truncate>
            <bdi>@{person.username}</bdi>
          </chakra.span>
        </chakra.span>
        {children}
      </li>
    </Flex>
  )
}
