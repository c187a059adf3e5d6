import DoorOpen from 'lucide-react/icons/door-open'
import LogIn from 'lucide-react/icons/log-in'
import { paths, signInPath } from '#rules/paths.ts'
import { announceAccount } from '../../lib/account.ts'
import { t } from '../../lib/i18n.ts'
import { shellMessages } from '../../messages/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { endDemo } from '../user/demo-user.ts'

interface ButtonProps {
  /** False shows an icon with a tooltip, for the rail. */
  withLabel?: boolean
  variant?: 'solid' | 'outline'
}

/** Links to the sign-in page, which returns to the current page. */
export function JoinButton({ withLabel = true, variant = 'solid' }: ButtonProps) {
  const href = signInPath(`${location.pathname}${location.search}`)
  if (withLabel)
    return (
      <Button asChild variant={variant}>
        <a href={href}>{t(shellMessages.join)}</a>
      </Button>
    )
  return (
    <Tooltip content={t(shellMessages.join)} placement="end">
      <Button asChild variant="ghost" shape="icon">
        <a href={href} aria-label={t(shellMessages.join)}>
          <Icon as={LogIn} isDirectional />
        </a>
      </Button>
    </Tooltip>
  )
}

/** Ends the demo and goes to the landing page. */
export function LeaveDemoButton({ withLabel = true }: ButtonProps) {
  const leaveDemo = () => {
    endDemo()
    announceAccount(null)
    location.assign(paths.home)
  }
  const label = t(shellMessages.leaveDemo)
  const button = (
    <Button
      variant="ghost"
      shape={withLabel ? 'text' : 'icon'}
      onClick={leaveDemo}
      {...(!withLabel && { 'aria-label': label })}
    >
      {withLabel ? label : <Icon as={DoorOpen} isDirectional />}
    </Button>
  )
  return withLabel ? (
    button
  ) : (
    <Tooltip content={label} placement="end">
      {button}
    </Tooltip>
  )
}
