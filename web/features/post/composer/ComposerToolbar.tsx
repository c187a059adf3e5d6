import { Flex } from '@chakra-ui/react'
import Film from 'lucide-react/icons/film'
import ImageIcon from 'lucide-react/icons/image'
import { t } from '../../../lib/i18n.ts'
import { textLength } from '../../../lib/text-length.ts'
import { composerMessages } from '../../../messages/composer.ts'
import { Button } from '../../../ui/Button.tsx'
import { CharacterCounter } from '../../../ui/CharacterCounter.tsx'
import { problemWithContent } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { MediaButton } from './MediaButton.tsx'

interface ComposerToolbarProps {
  counterId: string
  draft: Draft
  submitText: string
  isPending: boolean
  isUploading: boolean
  onToggleMedia: (media: 'image' | 'video') => void
}

/** The bottom row of the composer: media buttons, counter and submit button. */
export function ComposerToolbar({
  counterId,
  draft,
  submitText,
  isPending,
  isUploading,
  onToggleMedia,
}: ComposerToolbarProps) {
  return (
    <Flex align="center" justify="space-between" wrap="wrap" gap="2" mt="3">
      <Flex ms={{ base: '-2', md: '-3' }}>
        <MediaButton
          icon={ImageIcon}
          isPressed={draft.media === 'image'}
          onClick={() => onToggleMedia('image')}
        >
          {t(composerMessages.photo)}
        </MediaButton>
        <MediaButton
          icon={Film}
          isPressed={draft.media === 'video'}
          onClick={() => onToggleMedia('video')}
        >
          {t(composerMessages.video)}
        </MediaButton>
      </Flex>
      <Flex align="center" gap="3" ms="auto">
        <CharacterCounter id={counterId} length={textLength(draft.content)} />
        <Button
          type="submit"
          aria-busy={isPending}
          disabled={isPending || isUploading || problemWithContent(draft.content) !== null}
        >
          {submitText}
        </Button>
      </Flex>
    </Flex>
  )
}
