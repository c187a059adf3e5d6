import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { Ref } from 'react'
import { t } from '../../lib/i18n.ts'
import type { FetchMore } from '../../lib/paging.ts'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { replyMessages } from '../../messages/reply.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { Reply } from './Reply.tsx'
import { ReplyRows, Rows } from './ReplyRows.tsx'
import {
  type ThreadReplies_PostsFragment,
  type ThreadReply_PostFragment,
  useThreadReplies_PostsFragment,
  useThreadReply_PostFragment,
} from './ThreadReplies.generated.ts'

/** A reply that the viewer answers. */
export interface Answered {
  id: string
  author: { id: string; displayName: string }
}

export type OpenedReply = Answered & FragmentType<ThreadReply_PostFragment>

interface ThreadRepliesProps {
  posts: FragmentType<ThreadReplies_PostsFragment>
  fetchMore: FetchMore
  /** Undefined if the viewer cannot reply. */
  onAnswer: ((reply: Answered) => void) | undefined
  list: Ref<HTMLUListElement>
  /** The reply whose page this is. */
  opened: OpenedReply | null
}

/** The replies of a thread, oldest first. */
export function ThreadReplies({ posts, fetchMore, onAnswer, list, opened }: ThreadRepliesProps) {
  const { edges, pageInfo } = useThreadReplies_PostsFragment(posts)
  const isListed = edges.some(({ node }) => node.id === opened?.id)
  if (edges.length === 0 && !pageInfo.hasNextPage && !opened)
    return (
      <Muted textAlign="center" py="6">
        {t(replyMessages.none)} {onAnswer && t(replyMessages.beFirst)}
      </Muted>
    )
  return (
    <>
      {opened && !isListed && (
        <Rows aria-label={t(replyMessages.opened)}>
          <li aria-current {...itemAttributes(opened)}>
            <ThreadReply post={opened} onAnswer={onAnswer} />
          </li>
        </Rows>
      )}
      <ReplyRows
        posts={edges.map(({ node }) => node)}
        rows={edges.map(({ node }) => (
          <ThreadReply key={node.id} post={node} onAnswer={onAnswer} />
        ))}
        pageInfo={pageInfo}
        fetchMore={fetchMore}
        list={list}
        current={opened?.id}
      />
    </>
  )
}

interface ThreadReplyProps extends Pick<ThreadRepliesProps, 'onAnswer'> {
  post: FragmentType<ThreadReply_PostFragment>
}

export function ThreadReply({ post: reference, onAnswer }: ThreadReplyProps) {
  const post = useThreadReply_PostFragment(reference)
  const { author, inReplyTo, threadRoot } = post
  const answersReply = inReplyTo !== null && inReplyTo.id !== threadRoot?.id
  return (
    <Reply
      post={post}
      note={
        answersReply && (
          <chakra.p textStyle="meta" color="muted" mt="1" overflowWrap="anywhere">
            <RichText
              message={replyMessages.replyingTo(inReplyTo.author.displayName)}
              elements={{ name: <bdi /> }}
            />
          </chakra.p>
        )
      }
      action={
        onAnswer && (
          <Button
            variant="ghost"
            shape="count"
            aria-label={t(replyMessages.answerTo(author.displayName))}
            onClick={() => onAnswer(post)}
          >
            <Icon as={MessageCircle} />
            {t(replyMessages.answer)}
          </Button>
        )
      }
    />
  )
}
