import { useState } from 'react'
import { NewSecretStep } from '../../features/api-token/NewSecretStep.tsx'
import { SECTION_ID } from '../../features/api-token/section-id.ts'
import { TokenForm } from '../../features/api-token/TokenForm.tsx'
import { TokenList } from '../../features/api-token/TokenList.tsx'
import { focusSection, SettingsSection } from '../../features/auth/SettingsSection.tsx'
import { t } from '../../lib/i18n.ts'
import { apiTokenMessages } from '../../messages/api-tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useApiTokensQuery } from './ApiTokens.generated.ts'

type Step = { name: 'list' } | { name: 'form' } | { name: 'created'; secret: string }

/** The viewer's API tokens, and a form for another one. */
export function ApiTokensSection() {
  // Their last use changes without the client.
  const { data, error, refetch } = useApiTokensQuery({ fetchPolicy: 'cache-and-network' })
  const [step, setStep] = useState<Step>({ name: 'list' })
  const tokens = data?.viewer?.apiTokens
  const close = () => {
    setStep({ name: 'list' })
    focusSection(SECTION_ID)
  }
  const handleCreated = (secret: string) => {
    setStep({ name: 'created', secret })
    refetch().catch(() => {})
  }
  return (
    <SettingsSection
      id={SECTION_ID}
      title={t(apiTokenMessages.title)}
      about={t(apiTokenMessages.about)}
    >
      <TextLink href="/api/docs#tokens" alignSelf="flex-start" textStyle="body">
        {t(apiTokenMessages.documentation)}
      </TextLink>
      {step.name === 'form' && <TokenForm onCreated={handleCreated} onCancel={close} />}
      {step.name === 'created' && <NewSecretStep secret={step.secret} onDone={close} />}
      {step.name === 'list' && (
        <Button variant="outline" alignSelf="flex-start" onClick={() => setStep({ name: 'form' })}>
          {t(apiTokenMessages.add)}
        </Button>
      )}
      <LoadState
        title={t(apiTokenMessages.loadFailed)}
        error={error}
        onRetry={refetch}
        hasData={Boolean(tokens)}
      />
      {tokens && <TokenList tokens={tokens} />}
    </SettingsSection>
  )
}
