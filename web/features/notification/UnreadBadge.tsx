import { chakra } from '@chakra-ui/react'
import { fullNumber, shortNumber } from '../../lib/format-number.ts'
import { t } from '../../lib/i18n.ts'
import { unreadMessages } from '../../messages/unread.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useUnread } from './use-unread.ts'

/** A dot at the bell. People who are notified as it happens see a number instead. */
export default function UnreadBadge() {
  const unread = useUnread()
  const count = unread?.unreadNotificationsCount ?? 0
  if (count === 0) return null
  const hasNumber = unread?.notificationSettings?.delivery === 'AS_IT_HAPPENS'
  return (
    <>
      <Badge aria-hidden>{hasNumber && shortNumber(count)}</Badge>
      <VisuallyHidden>
        {t(hasNumber ? unreadMessages.count(fullNumber(count)) : unreadMessages.some)}
      </VisuallyHidden>
    </>
  )
}

/** At the corner of the icon, which begins the entry or is its only content. */
const Badge = chakra('span', {
  base: {
    position: 'absolute',
    top: { base: '3', md: '2' },
    insetStart: { base: '50%', xl: '8' },
    ms: '1',
    minW: '3',
    minH: '3',
    px: '1',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'surface',
    textStyle: 'meta',
    lineHeight: '1.1',
    bg: 'accent',
    color: 'accentInk',
  },
})
