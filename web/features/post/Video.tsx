import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import ExternalLink from 'lucide-react/icons/external-link'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { hostOf, kindOfVideo } from '../../lib/video-link.ts'
import { postReasonMessages } from '../../messages/post-reasons.ts'
import { videoMessages } from '../../messages/video.ts'
import { Icon } from '../../ui/Icon.tsx'

/** A linked video, loaded on click: a file plays in place, a page opens in a tab. */
export default function Video({ url }: { url: string }) {
  const [state, setState] = useState<'idle' | 'playing' | 'failed'>('idle')
  const kind = kindOfVideo(url)
  if (kind === 'invalid' || state === 'failed')
    return <VideoFrame>{t(postReasonMessages.VIDEO_URL_INVALID)}</VideoFrame>
  if (kind === 'page')
    return (
      <VideoFrame asChild>
        <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
          <PlayPrompt icon={ExternalLink}>{t(videoMessages.watchOn(hostOf(url)))}</PlayPrompt>
        </a>
      </VideoFrame>
    )
  if (state === 'idle')
    return (
      <VideoFrame asChild>
        <button type="button" onClick={() => setState('playing')}>
          <PlayPrompt icon={Play}>{t(videoMessages.playFrom(hostOf(url)))}</PlayPrompt>
        </button>
      </VideoFrame>
    )
  return (
    <VideoFrame overflow="hidden">
      {/* biome-ignore lint/a11y/useMediaCaption: there are none of linked videos */}
      <chakra.video
        src={url}
        controls
        autoPlay
        playsInline
        boxSize="full"
        ref={takeFocus}
        onError={() => setState('failed')}
      />
    </VideoFrame>
  )
}

/** The button that had the focus is gone. Some browsers focus no video without a tab index. */
function takeFocus(video: HTMLVideoElement | null) {
  if (!video) return
  video.tabIndex = 0
  video.focus({ preventScroll: true })
}

const VideoFrame = chakra('div', {
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

function PlayPrompt({ icon, children }: { icon: LucideIcon; children: React.ReactNode }) {
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
