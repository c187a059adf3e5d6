import { chakra } from '@chakra-ui/react'
import { limits } from '#rules/limits.ts'
import { t } from '../lib/i18n.ts'
import { composerMessages } from '../messages/composer.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const RADIUS = 9
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

/** Shows the length of a post, or of a comment on one, as numbers and as a ring. */
export function CharacterCounter({ id, length }: { id: string; length: number }) {
  const level =
    length > limits.postLength ? 'over' : length > limits.postLengthWarning ? 'near' : 'far'
  const used = Math.min(length / limits.postLength, 1)
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2">
      <chakra.span
        id={id}
        data-testid="character-counter"
        textStyle="meta"
        fontVariantNumeric="tabular-nums"
        color={{ far: 'muted', near: 'warn', over: 'bad' }[level]}
        fontWeight={level === 'far' ? 'normal' : 'semibold'}
      >
        {length}/{limits.postLength}
      </chakra.span>
      <chakra.svg
        viewBox="0 0 24 24"
        boxSize="6"
        fill="none"
        strokeWidth="3"
        transform="rotate(-90deg)"
        aria-hidden
      >
        <chakra.circle cx="12" cy="12" r={RADIUS} stroke="border" />
        <chakra.circle
          cx="12"
          cy="12"
          r={RADIUS}
          stroke={{ far: 'accent', near: 'warnRing', over: 'bad' }[level]}
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - used)}
        />
      </chakra.svg>
      <VisuallyHidden role="status">{announcement(limits.postLength - length)}</VisuallyHidden>
    </chakra.span>
  )
}

/** For screen readers; in steps of ten, so that they do not speak at every key. */
function announcement(remaining: number): string {
  if (remaining < 0) return t(composerMessages.charactersTooMany(-remaining))
  const nearEnd = limits.postLength - limits.postLengthWarning
  if (remaining >= nearEnd) return ''
  return t(composerMessages.charactersLeft(Math.ceil(remaining / 10) * 10))
}
