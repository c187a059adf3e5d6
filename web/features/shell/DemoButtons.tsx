import { Flex } from '@chakra-ui/react'
import DoorOpen from 'lucide-react/icons/door-open'
import LogIn from 'lucide-react/icons/log-in'
import { paths, signInPath } from '#rules/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { endDemo } from '../user/demo-user.ts'

interface ButtonProps {
  /** Else an icon with a tooltip, for the rail. */
  withWord?: boolean
  variant?: 'solid' | 'outline'
}

/** Leads to the sign-in page, and from there back to where one was. */
export function JoinButton({ withWord = true, variant = 'solid' }: ButtonProps) {
  const href = signInPath(`${location.pathname}${location.search}`)
  if (withWord)
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

/** Forgets the demo user and leaves for the landing page. */
export function LeaveDemoButton({ withWord = true }: ButtonProps) {
  const leave = () => {
    endDemo()
    location.assign(paths.home)
  }
  if (withWord)
    return (
      <Button variant="ghost" onClick={leave}>
        Leave demo
      </Button>
    )
  return (
    <Tooltip content="Leave demo" placement="right">
      <Button variant="ghost" shape="icon" aria-label="Leave demo" onClick={leave}>
        <Icon as={DoorOpen} />
      </Button>
    </Tooltip>
  )
}

/** The demo user's ways out, for a phone, which has no sidebar. */
export function DemoActions() {
  return (
    <Flex wrap="wrap" gap="2" mt="3" pt="3" borderTopWidth="1px" display={{ md: 'none' }}>
      <JoinButton variant="outline" />
      <LeaveDemoButton />
    </Flex>
  )
}
