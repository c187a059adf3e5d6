import { chakra, Flex } from '@chakra-ui/react'
import X from 'lucide-react/icons/x'
import type { RefObject } from 'react'
import { t } from '../../lib/i18n.ts'
import { replyFormMessages, replyMessages } from '../../messages/reply.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { ComposerForm } from '../post/composer/ComposerForm.tsx'
import type { Viewer } from '../user/viewer.ts'
import type { Answered } from './ThreadReplies.tsx'
import { type Thread, useReply } from './use-reply.ts'

interface ReplyFormProps {
  viewer: Viewer
  thread: Thread
  /** The reply that the viewer answers; null for the thread's post. */
  answered: Answered | null
  field: RefObject<HTMLTextAreaElement | null>
  onStopAnswering: () => void
  /** Called with what the reply answers. */
  onSent: (answered: Answered | null) => void
}

/** The field for a reply, at the bottom of the window. */
export function ReplyForm({
  viewer,
  thread,
  answered,
  field,
  onStopAnswering,
  onSent,
}: ReplyFormProps) {
  const submission = useReply(viewer, thread, answered ?? thread)
  return (
    <Bar data-bar>
      {answered && (
        <Flex align="center" justify="space-between" gap="2" mb="2">
          <chakra.p textStyle="meta" color="muted" overflowWrap="anywhere">
            <RichText
              message={replyMessages.replyingTo(answered.author.displayName)}
              elements={{ name: <bdi /> }}
            />
          </chakra.p>
          <Button
            variant="ghost"
            shape="icon"
            my="-2"
            me="-3"
            aria-label={t(replyFormMessages.stopAnswering)}
            onClick={onStopAnswering}
          >
            <Icon as={X} />
          </Button>
        </Flex>
      )}
      <ComposerForm
        viewer={viewer}
        draftKey={`reply:${thread.id}`}
        texts={replyFormMessages}
        submission={submission}
        field={field}
        isCompact
        onShared={() => onSent(answered)}
      />
    </Bar>
  )
}

const Bar = chakra('div', {
  base: {
    position: 'sticky',
    zIndex: 'bar',
    bottom: { base: 'calc({sizes.bar} + env(safe-area-inset-bottom))', md: '4' },
    // In a low or enlarged window, what does not fit below the page's head scrolls.
    maxH: {
      base: 'calc(100dvh - 2 * {sizes.bar} - env(safe-area-inset-bottom))',
      md: 'calc(100dvh - {sizes.bar} - {spacing.4})',
    },
    overflowY: 'auto',
    flexShrink: '0',
    mx: { base: '-4', md: '0' },
    // The room that the page leaves for the floating button.
    mb: { base: 'calc(-1 * ({sizes.bar} + {spacing.12}))', md: '0' },
    px: '4',
    py: '3',
    bg: 'surface',
    borderColor: 'border',
    borderTopWidth: '1px',
    borderWidth: { md: '1px' },
    borderRadius: { md: 'card' },
    boxShadow: { md: 'float' },
  },
})
