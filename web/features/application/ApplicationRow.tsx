import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { isFocusElsewhere } from '../../lib/focus-elsewhere.ts'
import { t } from '../../lib/i18n.ts'
import { useOnce } from '../../lib/use-once.ts'
import { applicationMessages } from '../../messages/applications.ts'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RichText } from '../../ui/RichText.tsx'
import {
  type ApplicationRow_ApplicationFragment,
  useApplicationRow_ApplicationFragment,
} from './ApplicationRow.generated.ts'
import { DeclineDialog } from './DeclineDialog.tsx'
import { useDecide } from './use-decide.ts'

interface ApplicationRowProps {
  application: FragmentType<ApplicationRow_ApplicationFragment>
  /** Called when the row leaves the list, or should. */
  onDecided: () => void
}

/** A sign-up that waits, with the buttons to decide. */
export function ApplicationRow({ application: reference, onDecided }: ApplicationRowProps) {
  const application = useApplicationRow_ApplicationFragment(reference)
  const { displayName, username, email, isEmailVerified, createdAt } = application
  const decide = useDecide(application)
  const row = useRef<HTMLLIElement>(null)
  const { isBusy, runOnce } = useOnce()
  const [isDeclining, setDeclining] = useState(false)
  const send = (how: 'approve' | 'decline') =>
    runOnce(async () => {
      // The focused button disappears.
      if ((await decide(how)) && !isFocusElsewhere(row.current))
        document.querySelector('h1')?.focus({ preventScroll: true })
      onDecided()
    })
  return (
    <Row ref={row}>
      <chakra.div flex="1" minW="14rem">
        <chakra.p textStyle="name" overflowWrap="anywhere">
          <bdi>{displayName}</bdi>
        </chakra.p>
        <chakra.p textStyle="meta" color="muted" overflowWrap="anywhere">
          {username === null ? t(applicationMessages.noUsername) : <bdi>@{username}</bdi>}
          <br />
          <bdi>{email}</bdi>
          <br />
          {t(isEmailVerified ? applicationMessages.verified : applicationMessages.unverified)}
        </chakra.p>
        <chakra.p textStyle="meta" color="muted">
          <RichText
            message={applicationMessages.applied}
            elements={{ time: <RelativeTime at={createdAt} /> }}
          />
        </chakra.p>
      </chakra.div>
      <Flex gap="2" wrap="wrap">
        <Button
          variant="outline"
          aria-busy={isBusy}
          aria-label={t(applicationMessages.approvePerson(displayName))}
          onClick={() => send('approve')}
        >
          {t(applicationMessages.approve)}
        </Button>
        <Button
          variant="ghost"
          aria-busy={isBusy}
          aria-label={t(applicationMessages.declinePerson(displayName))}
          onClick={() => setDeclining(true)}
        >
          {t(applicationMessages.decline)}
        </Button>
      </Flex>
      <DeclineDialog
        name={displayName}
        open={isDeclining}
        onClose={() => setDeclining(false)}
        onConfirm={() => send('decline')}
      />
    </Row>
  )
}

const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    px: { base: '4', xl: '5' },
    py: '3',
    borderTopWidth: '1px',
    _first: { borderTopWidth: '0' },
  },
})
