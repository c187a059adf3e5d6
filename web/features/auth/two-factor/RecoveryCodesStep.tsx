import { chakra } from '@chakra-ui/react'
import Download from 'lucide-react/icons/download'
import { t } from '../../../lib/i18n.ts'
import { twoFactorMessages } from '../../../messages/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SettingsStep } from '../SettingsStep.tsx'

/** Shows the recovery codes, which the server never shows again. */
export function RecoveryCodesStep({
  codes,
  onDone,
}: {
  codes: readonly string[]
  onDone: () => void
}) {
  const file = `${t(twoFactorMessages.codesFile(location.host))}\n\n${codes.join('\n')}\n`
  return (
    <SettingsStep title={t(twoFactorMessages.codesTitle)} about={t(twoFactorMessages.codesAbout)}>
      <chakra.ul
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(12rem, 1fr))"
        gap="2"
        p="4"
        borderRadius="control"
        bg="subtle"
        fontFamily="monospace"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button asChild variant="outline">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="good-vibes-recovery-codes.txt"
          >
            <Icon as={Download} />
            {t(twoFactorMessages.download)}
          </a>
        </Button>
        <Button variant="outline" onClick={onDone}>
          {t(twoFactorMessages.saved)}
        </Button>
      </chakra.div>
    </SettingsStep>
  )
}
