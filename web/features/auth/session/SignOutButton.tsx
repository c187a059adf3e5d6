import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { signOut } from './sign-out.ts'

/** "Sign out", as a word beside an icon or, on the rail, as an icon with a tooltip. */
export function SignOutButton({ withWord = true }: { withWord?: boolean }) {
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut()
    setLeaving(false)
  }
  const button = (
    <Button
      variant="ghost"
      shape={withWord ? 'text' : 'icon'}
      disabled={leaving}
      onClick={leave}
      {...(!withWord && { 'aria-label': 'Sign out' })}
    >
      <Icon as={LogOut} />
      {withWord && 'Sign out'}
    </Button>
  )
  return withWord ? (
    button
  ) : (
    <Tooltip content="Sign out" placement="right">
      {button}
    </Tooltip>
  )
}
