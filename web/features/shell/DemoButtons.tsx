import { paths, signInPath } from '#rules/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { endDemo } from '../demo/demo-user.ts'

/** Leads to the sign-in page, and back to where one was. */
export function JoinButton({ shape = 'text' }: { shape?: 'text' | 'wide' }) {
  return (
    <Button asChild shape={shape}>
      <a href={signInPath(`${location.pathname}${location.search}`)}>Join</a>
    </Button>
  )
}

/** Forgets the demo user and leaves for the landing page. */
export function LeaveDemoButton({ shape = 'text' }: { shape?: 'text' | 'wide' }) {
  const leave = () => {
    endDemo()
    location.assign(paths.home)
  }
  return (
    <Button variant="ghost" shape={shape} onClick={leave}>
      Leave demo
    </Button>
  )
}
