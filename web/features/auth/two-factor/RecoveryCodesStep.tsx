import { chakra } from '@chakra-ui/react'
import Download from 'lucide-react/icons/download'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Step } from './Step.tsx'

/** Shows codes that are shown once. */
export function RecoveryCodesStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const file = `Good Vibes, recovery codes for ${location.host}. Each is good once.\n\n${codes.join('\n')}\n`
  return (
    <Step
      title="Keep these codes somewhere safe"
      about="Each signs you in once, should you lose your phone. They are shown only now."
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
          I have kept them
        </Button>
      </chakra.div>
    </Step>
  )
}
