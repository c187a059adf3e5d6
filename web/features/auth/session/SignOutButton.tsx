import LogOut from 'lucide-react/icons/log-out'
import { t } from '../../../lib/i18n.ts'
import { useOnce } from '../../../lib/use-once.ts'
import { shellMessages } from '../../../messages/shell.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { signOut } from './sign-out.ts'

/** With a label, or on the rail as an icon with a tooltip. */
export function SignOutButton({ withLabel = true }: { withLabel?: boolean }) {
  const { isBusy, runOnce } = useOnce()
  const button = (
    <Button
      variant="ghost"
      shape={withLabel ? 'text' : 'icon'}
      aria-disabled={isBusy}
      onClick={() => runOnce(signOut)}
      {...(!withLabel && { 'aria-label': t(shellMessages.signOut) })}
    >
      <Icon as={LogOut} isDirectional />
      {withLabel && t(shellMessages.signOut)}
    </Button>
  )
  return withLabel ? (
    button
  ) : (
    <Tooltip content={t(shellMessages.signOut)} placement="end">
      {button}
    </Tooltip>
  )
}
