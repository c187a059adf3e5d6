import { chakra } from '@chakra-ui/react'
import { Icon } from '../../ui/Icon.tsx'
import { NavLink } from '../../ui/Link.tsx'
import type { NavEntryData } from './nav-entries.ts'

const EntryLink = chakra(NavLink, {
  base: {
    display: 'flex',
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
    _currentPage: { color: 'accentText', bg: { md: 'accentSubtle' } },
  },
})

interface NavEntryProps
  extends Omit<React.ComponentProps<typeof EntryLink>, 'to' | 'children' | keyof NavEntryData>,
    NavEntryData {
  /** False shows only the icon. */
  withLabel: boolean
}

/** A link of the navigation, with `aria-current` while its page is shown. */
export function NavEntry({ path, name, icon, withLabel, ...props }: NavEntryProps) {
  return (
    <EntryLink to={path} {...(!withLabel && { 'aria-label': name })} {...props}>
      <Icon as={icon} size="6" />
      {withLabel && name}
    </EntryLink>
  )
}
