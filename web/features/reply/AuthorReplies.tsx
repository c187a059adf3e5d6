import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { postPath } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import type { FetchMore } from '../../lib/paging.ts'
import { replyMessages } from '../../messages/reply.ts'
import { RichText } from '../../ui/RichText.tsx'
import {
  type AuthorReplies_PostsFragment,
  type AuthorReply_PostFragment,
  useAuthorReplies_PostsFragment,
  useAuthorReply_PostFragment,
} from './AuthorReplies.generated.ts'
import { Reply } from './Reply.tsx'
import { ReplyRows } from './ReplyRows.tsx'

interface AuthorRepliesProps {
  posts: FragmentType<AuthorReplies_PostsFragment>
  fetchMore: FetchMore
  /** Shown in place of an empty list. */
  empty: ReactNode
}

/** The replies of one person, newest first, each with what it answers. */
export function AuthorReplies({ posts, fetchMore, empty }: AuthorRepliesProps) {
  const { edges, pageInfo } = useAuthorReplies_PostsFragment(posts)
  if (edges.length === 0 && !pageInfo.hasNextPage) return empty
  return (
    <ReplyRows
      posts={edges.map(({ node }) => node)}
      rows={edges.map(({ node }) => <AuthorReply key={node.id} post={node} />)}
      pageInfo={pageInfo}
      fetchMore={fetchMore}
    />
  )
}

function AuthorReply({ post: reference }: { post: FragmentType<AuthorReply_PostFragment> }) {
  const post = useAuthorReply_PostFragment(reference)
  const { inReplyTo } = post
  return (
    <Reply
      post={post}
      note={
        <chakra.p textStyle="meta" color="muted" mt="1" truncate>
          {inReplyTo ? (
            <>
              <RichText
                message={replyMessages.inReplyTo(inReplyTo.author.displayName)}
                elements={{ post: <PostLink to={postPath(inReplyTo)} dir="auto" /> }}
              />
              {' · '}
              <bdi>{inReplyTo.content}</bdi>
            </>
          ) : (
            t(replyMessages.inReplyToHidden)
          )}
        </chakra.p>
      }
    />
  )
}

const PostLink = chakra(Link, {
  base: { color: 'ink', fontWeight: 'semibold', _hover: { textDecoration: 'underline' } },
})
