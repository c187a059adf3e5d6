import { Flex } from '@chakra-ui/react'
import DoorOpen from 'lucide-react/icons/door-open'
import LogIn from 'lucide-react/icons/log-in'
import { paths, signInPath } from '#rules/paths.ts'
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
        <a href={href}>Join</a>
      </Button>
    )
  return (
    <Tooltip content="Join" placement="right">
      <Button asChild variant="ghost" shape="icon">
        <a href={href} aria-label="Join">
          <Icon as={LogIn} />
        </a>
      </Button>
    </Tooltip>
  )
}

/** Ends the demo and goes to the landing page. */
export function LeaveDemoButton({ withLabel = true }: ButtonProps) {
  const leaveDemo = () => {
    endDemo()
    location.assign(paths.home)
  }
  if (withLabel)
    return (
      <Button variant="ghost" onClick={leaveDemo}>
        Leave demo
      </Button>
    )
  return (
    <Tooltip content="Leave demo" placement="right">
      <Button variant="ghost" shape="icon" aria-label="Leave demo" onClick={leaveDemo}>
        <Icon as={DoorOpen} />
      </Button>
    </Tooltip>
  )
}

/** Join and leave buttons for a phone, which has no sidebar. */
export function DemoActions() {
  return (
    <Flex wrap="wrap" gap="2" mt="3" pt="3" borderTopWidth="1px" display={{ md: 'none' }}>
      <JoinButton variant="outline" />
      <LeaveDemoButton />
    </Flex>
  )
}
