import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../lib/i18n.ts'
import { notificationMessages } from '../../messages/notifications.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { UserAvatar_UserFragment } from '../user/UserAvatar.generated.ts'
import { UserAvatar } from '../user/UserAvatar.tsx'

interface NotificationRowProps {
  notification: { createdAt: string; isRead: boolean }
  icon: LucideIcon
  people?: readonly (FragmentType<UserAvatar_UserFragment> & { id: string })[]
  /** One sentence; names are in `<name>`. */
  message: MessageDescriptor
  /** The path of what it is about; without one, that is gone. */
  to?: string | undefined
  /** What it is about, or what someone wrote. */
  quote?: string | null | undefined
  /** Whether the whole quote is shown, not only its beginning. */
  isWhole?: boolean
  menu?: ReactNode
}

/** A row of the list of notifications. It leads to what it is about. */
export function NotificationRow({
  notification: { createdAt, isRead },
  icon,
  people = [],
  message,
  to,
  quote,
  isWhole = false,
  menu,
}: NotificationRowProps) {
  // Showing it marks it as read, which must not change what is being read.
  const [isNew] = useState(!isRead)
  const text = <RichText message={message} elements={{ name: <Name /> }} />
  return (
    <Row data-new={isNew || undefined}>
      <chakra.span color="accentText" mt="1">
        <Icon as={icon} />
      </chakra.span>
      <chakra.div flex="1" minW="0">
        {people.length > 0 && <Avatars people={people} />}
        <chakra.p textStyle="body" overflowWrap="anywhere">
          {to === undefined ? text : <RowLink to={to}>{text}</RowLink>}
        </chakra.p>
        {quote && (
          <Quote lineClamp={isWhole ? undefined : 2} color={isWhole ? 'ink' : 'muted'}>
            {quote}
          </Quote>
        )}
        <chakra.span display="block" mt="2" textStyle="meta" color="muted">
          <RelativeTime at={createdAt} />
        </chakra.span>
      </chakra.div>
      {isNew && (
        <Dot>
          <VisuallyHidden>{t(notificationMessages.unread)}</VisuallyHidden>
        </Dot>
      )}
      {menu}
    </Row>
  )
}

function Avatars({ people }: { people: NonNullable<NotificationRowProps['people']> }) {
  return (
    <Flex gap="1" mb="1">
      {people.map((person) => (
        <UserAvatar key={person.id} user={person} size="8" />
      ))}
    </Flex>
  )
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    minH: 'person',
    px: { base: '4', xl: '5' },
    py: '3',
    position: 'relative',
    '&[data-new]': { bg: 'subtle' },
  },
})

const Dot = chakra('span', {
  base: {
    mt: '3',
    boxSize: '2',
    flexShrink: '0',
    borderRadius: 'full',
    bg: 'accent',
    // Forced colors have no backgrounds: its borders fill it.
    _highContrast: { borderWidth: '4px' },
  },
})

const Name = chakra('bdi', { base: { fontWeight: 'semibold' } })

/** Extends over its row. */
const RowLink = chakra(Link, {
  base: {
    display: 'inline-block',
    minH: 'target',
    _hover: { textDecoration: 'underline' },
    _before: { content: '""', position: 'absolute', inset: '0' },
  },
})

const Quote = chakra(
  'p',
  { base: { textStyle: 'body', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } },
  { defaultProps: { dir: 'auto' } },
)
