import { chakra } from '@chakra-ui/react'
import type { MouseEvent } from 'react'
import { t } from '../../lib/i18n.ts'
import { MAIN_ID } from '../../lib/navigation.ts'
import { shellMessages } from '../../messages/shell.ts'

/** Lets keyboard users skip the navigation; visible only while focused. */
export function SkipLink() {
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(MAIN_ID)?.focus()
  }
  return (
    <Anchor href={`#${MAIN_ID}`} onClick={skip}>
      {t(shellMessages.skip)}
    </Anchor>
  )
}

const Anchor = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetStart: '2',
    zIndex: 'tooltip',
    px: '4',
    py: '3',
    bg: 'surface',
    color: 'accentText',
    borderRadius: 'control',
    boxShadow: 'float',
    textStyle: 'control',
    transform: 'translateY(-200%)',
    _focus: { transform: 'none' },
  },
})
