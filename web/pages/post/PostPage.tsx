import { useParams } from 'react-router-dom'
import { pageVariables } from '#rules/page-variables.ts'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { LoneReply } from '../../features/reply/LoneReply.tsx'
import { Thread } from '../../features/reply/Thread.tsx'
import { ThreadPost } from '../../features/reply/ThreadPost.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { postPageMessages } from '../../messages/post-page.ts'
import { LoadState } from '../../ui/LoadState.tsx'
import { usePostQuery } from './Post.generated.ts'
import { PostNotFound } from './PostNotFound.tsx'

export default function PostPage() {
  const variables = pageVariables.post({ params: useParams() })
  // The key resets all state between posts.
  return variables ? <PostById key={variables.postId} variables={variables} /> : <PostNotFound />
}

/** A post with the replies to it, or the thread of a reply. */
function PostById({ variables }: { variables: { postId: string } }) {
  const { data, error, refetch, fetchMore } = usePostQuery({
    variables,
    ...useListFetchPolicy(),
  })
  const state = (
    <LoadState
      title={t(postPageMessages.failed)}
      error={error}
      onRetry={refetch}
      loading={<PostSkeletons />}
      hasData={data !== undefined}
    />
  )
  if (!data) return <Page title={t(postPageMessages.title)}>{state}</Page>
  if (data.node?.__typename !== 'Post') return <PostNotFound />
  const { node: post } = data
  const { threadRoot: root } = post
  const titleOf = post.isReply ? postPageMessages.replyBy : postPageMessages.postBy
  return (
    <Page title={t(titleOf(post.author.displayName))}>
      {state}
      {root ? (
        <>
          <ThreadPost post={root} />
          <Thread
            thread={root}
            posts={root.replies}
            opened={post.isReply ? post : null}
            fetchMore={fetchMore}
          />
        </>
      ) : (
        <LoneReply post={post} />
      )}
    </Page>
  )
}
