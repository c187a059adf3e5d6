import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Key } from './Key.tsx'
import { areShortcutsOn } from './shortcuts.ts'

export interface RuleChoice {
  id: string
  title: string
}

interface RuleFieldProps {
  rules: readonly RuleChoice[]
  value: string
  onChange: (ruleId: string) => void
}

/** The rules with keys. */
const MAX_KEYS = 9

/** Which rule it breaks. The digits choose the first nine. */
export function RuleField({ rules, value, onChange }: RuleFieldProps) {
  const isOn = useStore(areShortcutsOn)
  return (
    <chakra.fieldset>
      <chakra.legend textStyle="name" mb="1">
        {t(moderationMessages.rule)}
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" columnGap="4">
        {rules.map(({ id, title }, index) => (
          <Choice key={id}>
            <chakra.input
              type="radio"
              name="rule"
              value={id}
              checked={id === value}
              accentColor="accent"
              {...(isOn && index < MAX_KEYS && { 'aria-keyshortcuts': String(index + 1) })}
              onChange={() => onChange(id)}
            />
            {title}
            {isOn && index < MAX_KEYS && <Key>{index + 1}</Key>}
          </Choice>
        ))}
      </chakra.div>
    </chakra.fieldset>
  )
}

export const Choice = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: 'touch',
    textStyle: 'body',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
  },
})

/** What the digits choose. */
export function ruleKeys({ rules, onChange }: Pick<RuleFieldProps, 'rules' | 'onChange'>) {
  return Object.fromEntries(
    rules.slice(0, MAX_KEYS).map(({ id }, index) => [String(index + 1), () => onChange(id)]),
  )
}
