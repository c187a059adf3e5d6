import { useState } from 'react'
import type { TokenScope } from '#rules/token-scopes.ts'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { apiTokenMessages } from '../../messages/api-tokens.ts'
import { TextField } from '../../ui/Field.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SettingsForm } from '../auth/SettingsForm.tsx'
import { SettingsStep } from '../auth/SettingsStep.tsx'
import { StepButtons } from '../auth/StepButtons.tsx'
import { ScopeFields } from './ScopeFields.tsx'
import { useCreateApiTokenMutation } from './TokenForm.generated.ts'
import { EXPIRIES, tokenSchema } from './token-schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface TokenFormProps {
  onCreated: (secret: string) => void
  onCancel: () => void
}

/** Asks what a new token is for, what it can do, and when it expires. */
export function TokenForm({ onCreated, onCancel }: TokenFormProps) {
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read'])
  const createApiToken = useCreateApiTokenMutation()
  const form = useForm({
    initial: { name: '', expiry: EXPIRIES[1] as string },
    schema: tokenSchema,
    onSubmit: async ({ name, expiry }) => {
      const { secret, error } = await createApiToken({
        name,
        scopes: [...scopes],
        expiresAt: expiry ? new Date(Date.now() + Number(expiry) * DAY_MS).toISOString() : null,
      })
      if (error) throw error
      if (secret) onCreated(secret)
    },
  })
  const expiries = EXPIRIES.map(
    (days) =>
      [
        days,
        t(days === '' ? apiTokenMessages.never : apiTokenMessages.inDays(Number(days))),
      ] as const,
  )
  return (
    <SettingsStep title={t(apiTokenMessages.newTitle)}>
      <SettingsForm {...form.props}>
        <TextField
          {...form.field('name')}
          label={t(apiTokenMessages.name)}
          hint={t(apiTokenMessages.nameHint)}
          autoComplete="off"
        />
        <ScopeFields scopes={scopes} onChange={setScopes} />
        <SelectField
          {...form.field('expiry')}
          label={t(apiTokenMessages.expiry)}
          options={expiries}
        />
        <StepButtons
          submitLabel={t(apiTokenMessages.create)}
          isBusy={form.isBusy}
          onCancel={onCancel}
        />
      </SettingsForm>
    </SettingsStep>
  )
}
