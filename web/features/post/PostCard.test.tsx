import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, bo, type PostData, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { renderApp } from '../../test/render.tsx'
import { network } from '../../test/setup.ts'

async function showPost(part: Partial<PostData>) {
  mockViewer(ada)
  mockFeed([postData(part), postData({ id: 'post_2', content: 'Another' })])
  await renderApp('/')
  return (await screen.findAllByRole('article'))[0] as HTMLElement
}

test('a post shows author, time, text and shares, and links to the author', async () => {
  const article = await showPost({ content: 'One\nTwo', sharesCount: 3 })
  expect(article).toHaveAccessibleName('Bo Berg')
  expect(within(article).getByRole('link', { name: 'Bo Berg' })).toHaveAttribute(
    'href',
    '/profile/bo',
  )
  expect(article).toHaveTextContent('@bo')
  expect(within(article).getByText('5 minutes ago')).toHaveAttribute('datetime')
  expect(within(article).getByText(/One\s+Two/).textContent).toBe('One\nTwo')
  expect(article).toHaveTextContent('3 shares')
})

test('attack 41: markup in a post is shown as text', async () => {
  const article = await showPost({
    content: '<img src=x onerror=alert(1)> javascript:alert(1) &lt;b&gt;',
  })
  expect(article).toHaveTextContent('<img src=x onerror=alert(1)> javascript:alert(1) &lt;b&gt;')
  expect(within(article).queryByRole('img')).toBeNull()
  expect(within(article).getAllByRole('link')).toHaveLength(1)
})

const uploaded = {
  __typename: 'Image' as const,
  url: '/media/a.webp',
  smallUrl: '/media/a-small.webp',
  width: 1600,
  height: 1200,
  placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  alt: 'A hill in snow',
}

test('an uploaded picture has its size, placeholder and alternative text', async () => {
  const article = await showPost({ mediaType: 'IMAGE', imageUrl: uploaded.url, image: uploaded })
  const picture = within(article).getByRole('img', { name: 'A hill in snow' })
  expect(picture).toHaveAttribute('width', '1600')
  expect(picture).toHaveAttribute('height', '1200')
  // It is the first post of its page.
  expect(picture).toHaveAttribute('loading', 'eager')
  expect(picture).toHaveAttribute('srcset', '/media/a-small.webp 640w, /media/a.webp 1600w')
  expect(picture.style.backgroundImage).toMatch(/^url\(.?data:image\/png/)
})

test('a linked picture sends no referrer, and a broken one shows a message', async () => {
  const imageUrl = 'https://example.com/a.jpg'
  const image = {
    ...uploaded,
    url: imageUrl,
    smallUrl: null,
    width: null,
    height: null,
    placeholder: null,
    alt: null,
  }
  const article = await showPost({ mediaType: 'IMAGE', imageUrl, image })
  const picture = within(article).getByRole('img', { name: 'Photo shared by Bo Berg' })
  expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(picture).toHaveAttribute('loading', 'lazy')
  fireEvent.error(picture)
  expect(await within(article).findByText('Invalid image URL')).toBeInTheDocument()
})

test('a video file loads only after a click, and a failure shows a message', async () => {
  const article = await showPost({ mediaType: 'VIDEO', videoUrl: 'https://example.com/a.mp4' })
  expect(article.querySelector('video')).toBeNull()
  await userEvent.click(within(article).getByRole('button', { name: 'Play from example.com' }))
  const video = article.querySelector('video')
  expect(video).toHaveAttribute('src', 'https://example.com/a.mp4')
  fireEvent.error(video as HTMLVideoElement)
  expect(await within(article).findByText('Invalid video URL')).toBeInTheDocument()
})

test('a video page opens as a link', async () => {
  const article = await showPost({
    mediaType: 'VIDEO',
    videoUrl: 'https://www.youtube.com/watch?v=1',
  })
  const link = within(article).getByRole('link', { name: 'Watch on youtube.com' })
  expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=1')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('a video with another URL scheme is not offered', async () => {
  const article = await showPost({ mediaType: 'VIDEO', videoUrl: 'javascript:alert(1)' })
  expect(article).toHaveTextContent('Invalid video URL')
  expect(within(article).queryByRole('link', { name: /Watch/ })).toBeNull()
})

test("another user's post has no menu", async () => {
  const article = await showPost({ author: bo })
  expect(within(article).queryByRole('button', { name: 'More options' })).toBeNull()
})

function mockDelete(payload: {
  deletedPostId: string | null
  userErrors: { __typename: string; message: string }[]
}) {
  network.use(
    api.mutation('DeletePost', () =>
      HttpResponse.json({ data: { deletePost: { __typename: 'DeletePostPayload', ...payload } } }),
    ),
  )
}

async function deleteFrom(article: HTMLElement) {
  await userEvent.click(within(article).getByRole('button', { name: 'More options' }))
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() =>
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('data-highlighted'),
  )
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this post?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
}

test('a post is deleted after one confirmation, and leaves the list', async () => {
  const article = await showPost({ author: ada })
  mockDelete({ deletedPostId: 'post_1', userErrors: [] })
  await deleteFrom(article)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  expect(screen.getByText('Another')).toBeInTheDocument()
  expect(await screen.findByText('Your post is deleted.')).toBeInTheDocument()
})

test('a post comes back when the server refuses to delete it', async () => {
  const article = await showPost({ author: ada })
  mockDelete({
    deletedPostId: null,
    userErrors: [{ __typename: 'UserError', message: 'This post is gone.' }],
  })
  await deleteFrom(article)
  expect(await screen.findByText('This post is gone.')).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(2)
})
