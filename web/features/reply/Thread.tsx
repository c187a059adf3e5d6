import type { FragmentType } from '@apollo/client'
import { useEffect, useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { useSavedScrollPosition } from '../../lib/navigation.ts'
import type { FetchMore } from '../../lib/paging.ts'
import { replyMessages } from '../../messages/reply.ts'
import { Muted } from '../../ui/Muted.tsx'
import { useViewer } from '../user/viewer.ts'
import { ReplyForm } from './ReplyForm.tsx'
import type { ThreadReplies_PostsFragment } from './ThreadReplies.generated.ts'
import { type Answered, type OpenedReply, ThreadReplies } from './ThreadReplies.tsx'
import { useAnswered } from './use-answered.ts'
import type { Thread as ThreadData } from './use-reply.ts'

interface ThreadProps {
  thread: ThreadData & { repliesClosed: boolean }
  posts: FragmentType<ThreadReplies_PostsFragment>
  /** The reply whose page this is: marked, and answered first. Null on the page of the post. */
  opened: OpenedReply | null
  fetchMore: FetchMore
}

/** The replies to a post, and the field for another one. */
export function Thread({ thread, posts, opened, fetchMore }: ThreadProps) {
  const viewer = useViewer()
  const draftKey = `reply:${thread.id}:${viewer?.id}`
  const { answered, setAnswered, endAnswer } = useAnswered(draftKey, opened)
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const canReply = Boolean(viewer) && !thread.repliesClosed
  useScrollTo(opened?.id)
  const answer = (reply: Answered | null) => {
    setAnswered(reply)
    field.current?.focus()
  }
  const showLast = (sent: Answered | null) => {
    endAnswer(sent)
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <ThreadReplies
        posts={posts}
        fetchMore={fetchMore}
        onAnswer={canReply ? answer : undefined}
        list={list}
        opened={opened}
      />
      {thread.repliesClosed && (
        <Muted textAlign="center" py="4">
          {t(replyMessages.closed)}
        </Muted>
      )}
      {viewer && canReply && (
        <ReplyForm
          key={viewer.id}
          viewer={viewer}
          thread={thread}
          answered={answered}
          field={field}
          onStopAnswering={() => answer(null)}
          onSent={showLast}
        />
      )}
    </>
  )
}

/** Scrolls to the marked reply when its page opens. Back restores the scroll position instead. */
function useScrollTo(id: string | undefined) {
  const isReturn = useSavedScrollPosition() !== undefined
  // After the layout effect that scrolls a new page to its top.
  useEffect(() => {
    if (id && !isReturn)
      document.querySelector('li[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [id, isReturn])
}
