import Settings from 'lucide-react/icons/settings'
import { paths } from '#rules/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NavLink } from '../../ui/Link.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

/** "Settings", as a word beside an icon or, on the rail, as an icon with a tooltip. */
export function SettingsLink({ withWord = true }: { withWord?: boolean }) {
  const link = (
    <Button asChild variant="ghost" shape={withWord ? 'text' : 'icon'}>
      <NavLink to={paths.settings} {...(!withWord && { 'aria-label': 'Settings' })}>
        <Icon as={Settings} />
        {withWord && 'Settings'}
      </NavLink>
    </Button>
  )
  return withWord ? (
    link
  ) : (
    <Tooltip content="Settings" placement="right">
      {link}
    </Tooltip>
  )
}
