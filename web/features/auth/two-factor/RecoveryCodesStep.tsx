import { chakra } from '@chakra-ui/react'
import Download from 'lucide-react/icons/download'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SettingsStep } from '../SettingsStep.tsx'

/** Shows the recovery codes, which the server never shows again. */
export function RecoveryCodesStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const file = `Good Vibes recovery codes for ${location.host}. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <SettingsStep
      title="Keep these codes somewhere safe"
      about="Lost your phone? Each code signs you in once. We won’t show them again."
    >
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
            Download
          </a>
        </Button>
        <Button variant="outline" onClick={onDone}>
          I’ve saved them
        </Button>
      </chakra.div>
    </SettingsStep>
  )
}
