import { chakra } from '@chakra-ui/react'
import { t } from '../lib/i18n.ts'
import { signInMessages } from '../messages/sign-in.ts'

export function OrDivider() {
  return (
    <chakra.p
      display="flex"
      alignItems="center"
      gap="3"
      textStyle="meta"
      color="muted"
      css={{
        '&::before, &::after': {
          content: '""',
          flex: '1',
          borderTopWidth: '1px',
          borderColor: 'border',
        },
      }}
    >
      {t(signInMessages.or)}
    </chakra.p>
  )
}
