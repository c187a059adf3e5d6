import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import ExternalLink from 'lucide-react/icons/external-link'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { messages } from '#rules/messages.ts'
import { hostOf, kindOfVideo } from '../../lib/video-link.ts'
import { Icon } from '../../ui/Icon.tsx'

/** A linked video. Nothing of it is loaded before a click; then a file plays in its place, and anything else is gone to. */
export function Video({ url }: { url: string }) {
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still')
  const kind = kindOfVideo(url)
  if (kind === 'invalid' || state === 'failed') return <Place>{messages.videoUrlInvalid}</Place>
  if (kind === 'page')
    return (
      <Place asChild>
        <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
          <Invitation icon={ExternalLink}>Watch on {hostOf(url)}</Invitation>
        </a>
      </Place>
    )
  if (state === 'still')
    return (
      <Place asChild>
        <button type="button" onClick={() => setState('playing')}>
          <Invitation icon={Play}>Play from {hostOf(url)}</Invitation>
        </button>
      </Place>
    )
  return (
    <Place overflow="hidden">
      {/* biome-ignore lint/a11y/useMediaCaption: people link to videos that have no captions of ours */}
      <chakra.video
        src={url}
        controls
        autoPlay
        playsInline
        boxSize="full"
        onError={() => setState('failed')}
      />
    </Place>
  )
}

const Place = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    w: 'full',
    mt: '3',
    aspectRatio: '16 / 9',
    bg: 'subtle',
    color: 'muted',
    borderRadius: 'card',
    textStyle: 'control',
    '&:is(a, button)': {
      cursor: 'pointer',
      transition: 'color',
      transitionDuration: 'feedback',
      _hover: { color: 'accentText' },
    },
  },
})

function Invitation({ icon, children }: { icon: LucideIcon; children: React.ReactNode }) {
  return (
    <chakra.span
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="3"
      px="4"
      maxW="full"
      overflowWrap="anywhere"
    >
      <chakra.span
        display="flex"
        p="4"
        borderRadius="full"
        bg="surface"
        color="accentText"
        boxShadow="float"
      >
        <Icon as={icon} size="6" />
      </chakra.span>
      <span>{children}</span>
    </chakra.span>
  )
}
