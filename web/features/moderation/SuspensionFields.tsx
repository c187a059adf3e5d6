import { chakra, Flex } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import type { FieldProps } from '../../lib/use-form.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { TextField } from '../../ui/Field.tsx'
import { nextLength } from './decision-schema.ts'
import { Key } from './Key.tsx'
import { KeyButton } from './KeyButton.tsx'
import { Choice } from './RuleField.tsx'
import { areShortcutsOn } from './shortcuts.ts'

interface SuspensionFieldsProps {
  days: FieldProps
  hidePosts: boolean
  onHidePosts: (hidePosts: boolean) => void
}

const POSTS_KEY = 'P'

/** How long a suspension lasts, and whether it hides the posts. */
export function SuspensionFields({ days, hidePosts, onHidePosts }: SuspensionFieldsProps) {
  const isOn = useStore(areShortcutsOn)
  return (
    <Flex gap="3" align="flex-start" wrap="wrap">
      <chakra.div flex="1" minW="12rem">
        <TextField
          {...days}
          label={t(moderationMessages.days)}
          hint={t(moderationMessages.daysHint)}
          inputMode="numeric"
          autoComplete="off"
        />
      </chakra.div>
      <Flex gap="3" align="center" wrap="wrap" pt={{ md: '6' }}>
        <KeyButton
          variant="outline"
          shortcut="D"
          onClick={() => days.onChange(nextLength(days.value))}
        >
          {t(moderationMessages.changeDays)}
        </KeyButton>
        <Choice>
          <chakra.input
            type="checkbox"
            checked={hidePosts}
            accentColor="accent"
            {...(isOn && { 'aria-keyshortcuts': POSTS_KEY })}
            onChange={({ target }) => onHidePosts(target.checked)}
          />
          {t(moderationMessages.hidePosts)}
          {isOn && <Key>{POSTS_KEY}</Key>}
        </Choice>
      </Flex>
    </Flex>
  )
}
