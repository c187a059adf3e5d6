import { Stack } from '@chakra-ui/react'
import KeyRound from 'lucide-react/icons/key-round'
import { t } from '../lib/i18n.ts'
import { canUsePasskeys, signInWithPasskey } from '../lib/passkey.ts'
import { forever, type useForm } from '../lib/use-form.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { OrDivider } from './OrDivider.tsx'
import { useFact, usePage } from './page-context.ts'

/** Signs in with a passkey, in browsers that support them. */
export function PasskeyButton({ form }: { form: Pick<ReturnType<typeof useForm>, 'send'> }) {
  const { onSignedIn } = usePage()
  const isSupported = useFact(canUsePasskeys, true)
  if (!isSupported) return null
  const signIn = async () => {
    if (!(await signInWithPasskey())) return
    await onSignedIn()
    await forever()
  }
  return (
    <Stack gap="4" css={{ '@media (scripting: none)': { display: 'none' } }}>
      <Button variant="outline" shape="wide" onClick={() => form.send(signIn)}>
        <Icon as={KeyRound} />
        {t(signInMessages.usePasskey)}
      </Button>
      <OrDivider />
    </Stack>
  )
}
