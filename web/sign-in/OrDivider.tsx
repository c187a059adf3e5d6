import { chakra } from '@chakra-ui/react'

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
      or
    </chakra.p>
  )
}
