import { chakra } from '@chakra-ui/react'
import { Icon } from '../../ui/Icon.tsx'
import { NavLink } from '../../ui/Link.tsx'
import type { Entry as EntryData } from './entries.ts'

const Entry = chakra(NavLink, {
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
  extends Omit<React.ComponentProps<typeof Entry>, 'to' | 'children' | keyof EntryData>,
    EntryData {
  /** Whether the word stands beside the icon; else it is the entry's name alone. */
  withWord: boolean
}

/** A link of the navigation; `aria-current` on the one of the page that is shown. */
export function NavEntry({ path, name, icon, withWord, ...props }: NavEntryProps) {
  return (
    <Entry to={path} {...(!withWord && { 'aria-label': name })} {...props}>
      <Icon as={icon} size="6" />
      {withWord && name}
    </Entry>
  )
}
