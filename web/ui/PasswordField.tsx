import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../lib/i18n.ts'
import { formMessages } from '../messages/form.ts'
import { TextField, type TextFieldProps } from './Field.tsx'

/** A password field with a button to show the text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      pe="16"
      end={
        <ShowButton
          title={t(isShown ? formMessages.hidePasswordTitle : formMessages.showPasswordTitle)}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? formMessages.hidePassword : formMessages.showPassword)}
        </ShowButton>
      }
    />
  )
}

const ShowButton = chakra(
  'button',
  {
    base: {
      position: 'absolute',
      insetBlock: '0',
      insetEnd: '0',
      minW: 'touch',
      px: '3',
      borderRadius: 'control',
      textStyle: 'control',
      color: 'accentText',
      cursor: 'pointer',
      '@media (scripting: none)': { display: 'none' },
    },
  },
  { defaultProps: { type: 'button' } },
)
