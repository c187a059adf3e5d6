import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { apiTokenMessages } from '../../messages/api-tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { SettingsStep } from '../auth/SettingsStep.tsx'

/** Shows the secret of a new token, which the server never shows again. */
export function NewSecretStep({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <SettingsStep title={t(apiTokenMessages.createdTitle)} about={t(apiTokenMessages.createdAbout)}>
      <chakra.p
        p="4"
        borderRadius="control"
        bg="subtle"
        fontFamily="monospace"
        overflowWrap="anywhere"
      >
        <bdi>{secret}</bdi>
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button variant="outline" onClick={() => copyText(secret, apiTokenMessages)}>
          {t(apiTokenMessages.copy)}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t(apiTokenMessages.done)}
        </Button>
      </chakra.div>
    </SettingsStep>
  )
}
