import { chakra } from '@chakra-ui/react'
import { NavLink } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useViewer } from '../user/viewer.ts'
import type { NavEntryData } from './navigation.ts'

const UnreadBadge = lazyPart(async () => {
  await whenIdle()
  return import('../notification/UnreadBadge.tsx')
})

const EntryLink = chakra(NavLink, {
  base: {
    display: 'flex',
    position: 'relative',
    alignItems: 'center',
    justifyContent: { md: 'center', xl: 'flex-start' },
    gap: '4',
    minH: { base: 'bar', md: '12' },
    minW: { md: '12' },
    px: { xl: '4' },
    borderRadius: { md: 'full' },
    textStyle: 'name',
    fontSize: { xl: 'md' },
    color: 'ink',
    transition: 'background-color',
    transitionDuration: 'feedback',
    _hover: { bg: 'subtle' },
    _currentPage: {
      color: 'accentText',
      bg: { md: 'accentSubtle' },
      // Forced colors have no backgrounds.
      _highContrast: { borderWidth: '2px' },
    },
  },
})

interface NavEntryProps
  extends Omit<React.ComponentProps<typeof EntryLink>, 'to' | 'end' | 'children'> {
  entry: NavEntryData
  /** False shows only the icon. */
  withLabel: boolean
}

/** A link of the navigation, with `aria-current` while its page is shown. */
export function NavEntry({ entry: { path, name, icon }, withLabel, ...props }: NavEntryProps) {
  const viewer = useViewer()
  return (
    <EntryLink to={path} end {...props}>
      <Icon as={icon} size="6" />
      {withLabel ? t(name) : <VisuallyHidden>{t(name)}</VisuallyHidden>}
      {path === paths.notifications && viewer && <UnreadBadge />}
    </EntryLink>
  )
}
