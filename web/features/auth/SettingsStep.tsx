import { chakra, Stack } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Muted } from '../../ui/Muted.tsx'

interface StepProps {
  title: string
  about?: string | undefined
  children: ReactNode
}

/** One step of several. Focuses its title, because the button that opened it disappears. */
export function SettingsStep({ title, about, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap="4">
      <chakra.div>
        <chakra.h3
          ref={heading}
          tabIndex={-1}
          textStyle="name"
          css={{ '&:focus': { outline: 'none' } }}
        >
          {title}
        </chakra.h3>
        {about && <Muted mt="1">{about}</Muted>}
      </chakra.div>
      {children}
    </Stack>
  )
}
