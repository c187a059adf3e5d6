import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { replyMessages } from '../../messages/reply.ts'
import type { ThreadReply_PostFragment } from './ThreadReplies.generated.ts'
import { ThreadReply } from './ThreadReplies.tsx'

/** A reply whose thread the viewer cannot see. */
export function LoneReply({ post }: { post: FragmentType<ThreadReply_PostFragment> }) {
  return (
    <>
      <chakra.p textStyle="body" color="muted" mt="3">
        {t(replyMessages.inReplyToHidden)}
      </chakra.p>
      <ThreadReply post={post} onAnswer={undefined} />
    </>
  )
}
