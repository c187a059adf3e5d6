import type { FragmentType } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { replyMessages } from '../../messages/reply.ts'
import { Muted } from '../../ui/Muted.tsx'
import type { ThreadReply_PostFragment } from './ThreadReplies.generated.ts'
import { ThreadReply } from './ThreadReplies.tsx'

/** A reply whose thread the viewer cannot see. */
export function LoneReply({ post }: { post: FragmentType<ThreadReply_PostFragment> }) {
  return (
    <>
      <Muted mt="3">{t(replyMessages.inReplyToHidden)}</Muted>
      <ThreadReply post={post} onAnswer={undefined} />
    </>
  )
}
