import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  LikeButton_PostFragmentDoc,
  useLikeButton_PostFragment,
} from '../features/like/LikeButton.generated.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { createClient } from './client.ts'

const reference = (id: string) => ({ __typename: 'Post', id }) as never
const stored = reference('post_1')
const absent = reference('post_2')

function Likes({ post }: { post: never }) {
  const { likesCount } = useLikeButton_PostFragment<never>(post)
  return <p>{likesCount} likes</p>
}

function renderLikes() {
  const client = createClient({ isDemo: () => false })
  client.writeFragment({
    fragment: LikeButton_PostFragmentDoc,
    from: stored,
    data: { __typename: 'Post', id: 'post_1', isLiked: false, likesCount: 7 },
  })
  const likesOf = (post: never) => (
    <ApolloProvider client={client}>
      <ErrorBoundary failed={() => <p>Failed</p>}>
        <Likes post={post} />
      </ErrorBoundary>
    </ApolloProvider>
  )
  return { client, likesOf, ...render(likesOf(stored)) }
}

// React reports what a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('a component keeps its data while its object leaves the cache', () => {
  const { client, likesOf, rerender } = renderLikes()
  client.cache.evict({ id: 'Post:post_1' })
  rerender(likesOf(stored))
  expect(screen.getByText('7 likes')).toBeInTheDocument()
})

test('a component never shows the data of another object', () => {
  const { likesOf, rerender } = renderLikes()
  rerender(likesOf(absent))
  expect(screen.queryByText('7 likes')).toBeNull()
  expect(screen.getByText('Failed')).toBeInTheDocument()
})
