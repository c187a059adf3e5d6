import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { type TokenScope, tokenScopes } from '#rules/token-scopes.ts'
import { t } from '../../lib/i18n.ts'
import { apiTokenMessages, scopeMessages } from '../../messages/api-tokens.ts'
import { Checkbox } from '../../ui/ChoiceField.tsx'

interface ScopeFieldsProps {
  scopes: readonly TokenScope[]
  onChange: (scopes: readonly TokenScope[]) => void
}

/** Chooses what a token can do. */
export function ScopeFields({ scopes, onChange }: ScopeFieldsProps) {
  const aboutId = useId()
  const toggle = (scope: TokenScope, isOn: boolean) =>
    onChange(isOn ? [...scopes, scope] : scopes.filter((each) => each !== scope))
  return (
    <fieldset aria-describedby={aboutId}>
      <chakra.legend textStyle="name">{t(apiTokenMessages.scopes)}</chakra.legend>
      <chakra.p id={aboutId} textStyle="meta" color="muted" mb="1">
        {t(apiTokenMessages.scopesAbout)}
      </chakra.p>
      {tokenScopes.map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          value={scope}
          label={t(scopeMessages[scope])}
          about={scope}
          checked={scopes.includes(scope)}
          onChange={(isOn) => toggle(scope, isOn)}
        />
      ))}
    </fieldset>
  )
}
