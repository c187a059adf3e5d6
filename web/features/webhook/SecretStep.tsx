import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { SettingsStep } from '../auth/SettingsStep.tsx'

/** Shows the secret of a new webhook, which the server never shows again. */
export function SecretStep({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <SettingsStep title={t(webhookMessages.secretTitle)} about={t(webhookMessages.secretAbout)}>
      <chakra.p
        p="4"
        borderRadius="control"
        bg="subtle"
        fontFamily="monospace"
        overflowWrap="anywhere"
        dir="ltr"
      >
        {secret}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button variant="outline" onClick={() => copyText(secret, webhookMessages)}>
          {t(webhookMessages.copySecret)}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {t(webhookMessages.saved)}
        </Button>
      </chakra.div>
    </SettingsStep>
  )
}
