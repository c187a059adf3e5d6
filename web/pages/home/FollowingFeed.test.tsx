import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { followsChanged } from '../../features/user/follows-changed.ts'
import { answerMutation, api } from '../../test/api.ts'
import { ada, bo, personData, personState, postData, postPage } from '../../test/data.ts'
import { mockFeed, mockFollowing, mockViewer } from '../../test/feed.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { toasts } from '../../test/toasts.ts'

const cyd = { ...bo, id: 'user_cyd', displayName: 'Cyd Moon', username: 'cyd' }
const post = postData({ id: 'post_1', author: cyd, content: 'Shared and liked' })
const share = {
  __typename: 'Share' as const,
  id: 'share_1',
  comment: 'Read this one.',
  actor: { ...bo, viewerCanFollow: true },
}
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Feeds' })).getByRole('link', { name })
const articles = () => screen.findAllByRole('article')

test('a shared post names who shared it and has the comment above', async () => {
  mockViewer(ada)
  mockFollowing([
    { node: post, share },
    { node: postData({ id: 'post_2', content: 'Not shared' }), share: null },
  ])
  await renderApp('/?feed=following')
  const [shared, other] = (await articles()) as [HTMLElement, HTMLElement]
  expect(shared).toHaveTextContent(
    /^Bo Berg shared\s*Read this one\.\s*.*Cyd Moon.*Shared and liked/,
  )
  expect(within(shared).getByRole('link', { name: 'Bo Berg' })).toHaveAttribute(
    'href',
    '/profile/bo',
  )
  expect(other).toHaveTextContent('Not shared')
  expect(other).not.toHaveTextContent('Bo Berg shared')
})

test('the same post has no share under Everyone', async () => {
  mockViewer(ada)
  mockFollowing([{ node: post, share }])
  mockFeed([post])
  await renderApp('/?feed=following')
  expect((await articles())[0]).toHaveTextContent('Bo Berg shared')
  await userEvent.click(tab('Everyone'))
  await waitFor(() => expect(screen.queryByText(/Bo Berg/)).toBeNull())
  expect((await articles())[0]).toHaveTextContent('Shared and liked')
  await userEvent.click(tab('Following'))
  await waitFor(async () => expect((await articles())[0]).toHaveTextContent('Bo Berg shared'))
})

test('the current tab is marked, and Home opens the last one', async () => {
  mockViewer(ada)
  mockFeed([postData({ content: 'By everyone' })])
  mockFollowing([{ node: postData({ id: 'post_2', content: 'By people I follow' }), share: null }])
  network.use(
    api.query('Explore', () => HttpResponse.json({ data: null })),
    api.query('SuggestedPeople', () => HttpResponse.json({ data: { suggestedUsers: [] } })),
  )
  await renderApp('/')
  expect(await screen.findByText('By everyone')).toBeInTheDocument()
  expect(tab('Everyone')).toHaveAttribute('aria-current', 'page')
  expect(tab('Following')).not.toHaveAttribute('aria-current')
  await userEvent.click(tab('Following'))
  expect(await screen.findByText('By people I follow')).toBeInTheDocument()
  expect(tab('Following')).toHaveAttribute('aria-current', 'page')
  expect(document.cookie).toMatch(/^good-vibes[-\d]*\.feed=following$/)

  await userEvent.click(screen.getAllByRole('link', { name: 'Explore' })[0] as HTMLElement)
  await screen.findByRole('heading', { level: 1, name: 'Explore' })
  await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0] as HTMLElement)
  expect(await screen.findByText('By people I follow')).toBeInTheDocument()
})

test('a new post is on top of both tabs', async () => {
  mockViewer(ada)
  mockFeed([postData({ id: 'post_2' })])
  mockFollowing([{ node: post, share }])
  const created = postData({ id: 'post_9', author: ada, content: 'Fresh bread' })
  network.use(
    api.mutation('CreatePost', () =>
      HttpResponse.json({
        data: { createPost: { __typename: 'CreatePostPayload', post: created, userErrors: [] } },
      }),
    ),
  )
  await renderApp('/?feed=everyone')
  await articles()
  await userEvent.click(tab('Following'))
  await screen.findByText('Shared and liked')
  await userEvent.type(
    screen.getByRole('textbox', { name: "What's something good today?" }),
    'Fresh bread',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  await waitFor(async () => expect((await articles())[0]).toHaveTextContent('Fresh bread'))
  expect(await articles()).toHaveLength(2)
  await userEvent.click(tab('Everyone'))
  await waitFor(async () => expect((await articles())[1]).toHaveTextContent('The first crocus'))
  expect((await articles())[0]).toHaveTextContent('Fresh bread')
})

test('an empty Following feed says what to do', async () => {
  mockViewer(ada)
  mockFollowing([])
  network.use(
    api.query('SuggestedPeople', () => HttpResponse.json({ data: { suggestedUsers: [] } })),
  )
  await renderApp('/?feed=following')
  expect(await screen.findByText('It’s quiet here so far.')).toBeInTheDocument()
})

test('an empty Following feed offers people to follow', async () => {
  mockViewer(ada)
  mockFollowing([])
  network.use(
    api.query('SuggestedPeople', () =>
      HttpResponse.json({ data: { suggestedUsers: [personData()] } }),
    ),
  )
  await renderApp('/?feed=following')
  expect(await screen.findByRole('button', { name: 'Follow Bo Berg' })).toBeInTheDocument()
})

/** Bo's post is in the feed once the viewer follows him. */
function mockFollowingBo() {
  const sent: string[][] = []
  const following: string[] = []
  network.use(
    answerMutation('FollowUser', ({ userId }) => {
      following.push(String(userId))
      return { user: personData({ ...personState, isFollowed: true, followersCount: 8 }) }
    }),
    api.query('FollowingFeed', () => {
      const posts = following.includes(bo.id) ? [postData({ content: 'By Bo' })] : []
      sent.push(posts.map(({ content }) => content))
      const edges = posts.map((node) => ({ __typename: 'PostEdge', node, share: null }))
      return HttpResponse.json({ data: { feed: { ...postPage([]), edges } } })
    }),
    api.query('SuggestedPeople', () =>
      HttpResponse.json({ data: { suggestedUsers: [personData()] } }),
    ),
  )
  return { sent, following }
}

test('after a follow, a button of the empty Following feed shows their posts', async () => {
  mockViewer(ada)
  const { sent, following } = mockFollowingBo()
  await renderApp('/?feed=following')
  const follow = await screen.findByRole('button', { name: 'Follow Bo Berg' })
  expect(screen.queryByRole('button', { name: 'Show their posts' })).toBeNull()
  await userEvent.click(follow)
  const refresh = await screen.findByRole('button', { name: 'Show their posts' })
  await waitFor(() => expect(following).toEqual([bo.id]))
  expect(sent).toEqual([[]])
  await userEvent.click(refresh)
  expect(await articles()).toHaveLength(1)
  expect(sent).toEqual([[], ['By Bo']])
})

test('that button says why it failed', async () => {
  mockViewer(ada)
  mockFollowingBo()
  await renderApp('/?feed=following')
  await userEvent.click(await screen.findByRole('button', { name: 'Follow Bo Berg' }))
  const refresh = await screen.findByRole('button', { name: 'Show their posts' })
  network.use(api.query('FollowingFeed', () => new HttpResponse(null, { status: 500 })))
  await userEvent.click(refresh)
  const failure = await within(await toasts()).findByText('Something went wrong. Please try again.')
  expect(failure).toBeInTheDocument()
  expect(refresh).toBeInTheDocument()
})

test('the Following feed loads again after a follow elsewhere, not otherwise', async () => {
  mockViewer(ada)
  mockFeed([postData({ content: 'By Bo' })])
  const { sent } = mockFollowingBo()
  network.use(
    api.query('PersonEntries', () =>
      HttpResponse.json({ data: { user: { ...bo, ...personState } } }),
    ),
  )
  const isEmpty = () => screen.findByText('It’s quiet here so far.')
  await renderApp('/?feed=following')
  await isEmpty()
  await userEvent.click(tab('Everyone'))
  await articles()
  await userEvent.click(tab('Following'))
  await isEmpty()
  expect(sent).toEqual([[]])
  await userEvent.click(tab('Everyone'))
  await articles()
  await userEvent.click(screen.getByRole('button', { name: 'More options' }))
  await chooseMenuItem('Follow Bo Berg')
  await screen.findByText('You follow Bo Berg now.')
  await userEvent.click(tab('Following'))
  await waitFor(() => expect(sent).toEqual([[], ['By Bo']]))
  expect(await articles()).toHaveLength(1)
})

test('a failed Following feed can be retried', async () => {
  mockViewer(ada)
  network.use(
    api.query('FollowingFeed', () => HttpResponse.json({ errors: [{ message: 'Unexpected.' }] })),
  )
  await renderApp('/?feed=following')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockFollowing([{ node: post, share }])
  await userEvent.click(again)
  expect(await articles()).toHaveLength(1)
})

test('a Following feed that was left before it loaded again is loaded again later', async () => {
  mockViewer(ada)
  mockFeed([postData({ content: 'By Bo' })])
  mockFollowing([])
  await renderApp('/?feed=following')
  await screen.findByText('It’s quiet here so far.')
  await userEvent.click(tab('Everyone'))
  await articles()
  followsChanged.set(true)
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = 0
  network.use(
    api.query('FollowingFeed', async () => {
      asked++
      await promise
      return HttpResponse.error()
    }),
  )
  await userEvent.click(tab('Following'))
  await waitFor(() => expect(asked).toBe(1))
  await userEvent.click(tab('Everyone'))
  await articles()
  resolve()
  mockFollowing([{ node: post, share }])
  await userEvent.click(tab('Following'))
  expect(await screen.findByText(share.comment)).toBeInTheDocument()
})
