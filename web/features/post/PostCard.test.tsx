import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { fullDateTime } from '../../lib/dates.ts'
import { api } from '../../test/api.ts'
import { ada, type PostData, postData, postPage } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

const mockSearch = (posts: PostData[]) =>
  network.use(api.query('Explore', () => HttpResponse.json({ data: { search: postPage(posts) } })))

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
  expect(within(article).getByText('5 hours ago')).toHaveAttribute('datetime')
  expect(within(article).getByText(/One\s+Two/).textContent).toBe('One\nTwo')
  expect(within(article).getByRole('button', { name: 'Share post, 3 shares' })).toBeInTheDocument()
})

test('the time and the count of replies lead to the page of a post', async () => {
  const article = await showPost({ repliesCount: 1_299 })
  const time = within(article).getByRole('link', { name: '5 hours ago' })
  expect(time).toHaveAttribute('href', '/post/post_1')
  const replies = within(article).getByRole('link', { name: 'Reply, 1,299 replies' })
  expect(replies).toHaveAttribute('href', '/post/post_1')
  expect(replies).toHaveTextContent('1.2k')
  fireEvent.pointerEnter(time, { pointerType: 'mouse' })
  const at = new Date(time.querySelector('time')?.dateTime ?? '')
  expect(await screen.findByText(fullDateTime(at))).toBeInTheDocument()
})

test('the first posts of a newcomer are marked for people who are signed in', async () => {
  const article = await showPost({ isByNewcomer: true })
  await waitFor(() => expect(article).toHaveTextContent('New here'))
  expect(article).toHaveAccessibleName('Bo Berg')
  cleanup()
  mockViewer(null)
  mockSearch([postData({ isByNewcomer: true })])
  await renderApp('/explore?q=crocus')
  expect(await screen.findByRole('article')).not.toHaveTextContent('New here')
})

test('attack 41: markup in a post is shown as text', async () => {
  const article = await showPost({
    content: '<img src=x onerror=alert(1)> javascript:alert(1) &lt;b&gt;',
  })
  expect(article).toHaveTextContent('<img src=x onerror=alert(1)> javascript:alert(1) &lt;b&gt;')
  expect(within(article).queryByRole('img')).toBeNull()
  // The author, the time and the replies.
  expect(within(article).getAllByRole('link')).toHaveLength(3)
})

test('a name with an @ in a post is plain text', async () => {
  const article = await showPost({ content: 'Thank you, @bo_berg!' })
  expect(article).toHaveTextContent('Thank you, @bo_berg!')
  expect(within(article).getAllByRole('link')).toHaveLength(3)
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
  await userEvent.click(
    await within(article).findByRole('button', { name: 'Play from example.com' }),
  )
  const video = article.querySelector('video')
  expect(video).toHaveAttribute('src', 'https://example.com/a.mp4')
  await waitFor(() => expect(video).toHaveFocus())
  fireEvent.error(video as HTMLVideoElement)
  expect(await within(article).findByText('Invalid video URL')).toBeInTheDocument()
})

test('a video page opens as a link', async () => {
  const article = await showPost({
    mediaType: 'VIDEO',
    videoUrl: 'https://www.youtube.com/watch?v=1',
  })
  const link = await within(article).findByRole('link', { name: 'Watch on youtube.com' })
  expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=1')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('a video with another URL scheme is not offered', async () => {
  const article = await showPost({ mediaType: 'VIDEO', videoUrl: 'javascript:alert(1)' })
  expect(await within(article).findByText('Invalid video URL')).toBeInTheDocument()
  expect(within(article).queryByRole('link', { name: /Watch/ })).toBeNull()
})
