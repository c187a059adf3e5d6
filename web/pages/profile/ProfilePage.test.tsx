import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, bo, connection, postData } from '../../test/data.ts'
import { network } from '../../test/network.ts'
import { setPageSettings } from '../../test/page-settings.ts'
import { profileData } from '../../test/profile.ts'
import { renderApp } from '../../test/render.tsx'
import { replyData } from '../../test/thread.ts'
import type { ProfileQueryVariables } from './Profile.generated.ts'

const demo = { ...ada, id: 'demo-user', displayName: 'Demo User', username: 'demouser' }

let requests: ProfileQueryVariables[]

/** Mocks the profile query; `resolve` gets its variables. */
function mockProfile(
  resolve: (
    variables: ProfileQueryVariables,
  ) => Omit<ReturnType<typeof profileData>, 'posts'> | null,
) {
  network.use(
    api.query('Profile', ({ variables }) => {
      requests.push(variables as ProfileQueryVariables)
      const user = resolve(variables as ProfileQueryVariables)
      return HttpResponse.json({ data: variables.isOwn ? { viewer: user } : { user } })
    }),
  )
}

function signedInAs(viewer: typeof ada | null) {
  network.use(
    api.query('Viewer', ({ variables }) =>
      HttpResponse.json({ data: { viewer, ...(variables.isDemo && { user: demo }) } }),
    ),
  )
}

beforeEach(() => {
  requests = []
  signedInAs(ada)
})

test('says who follows the viewer', async () => {
  mockProfile(() => ({ ...profileData(bo), followsViewer: true }))
  await renderApp('/profile/bo')
  expect(await screen.findByText('Follows you')).toBeInTheDocument()
})

test('shows the user, the counts and the posts', async () => {
  mockProfile(() => profileData(bo, [postData()]))
  await renderApp('/profile/bo')
  expect(await screen.findByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
  expect(requests).toEqual([{ isOwn: false, isReplies: false, username: 'bo', first: 20 }])
  expect(screen.getAllByText('@bo')).not.toEqual([])
  expect(screen.getByText(/Early riser/)).toHaveTextContent('Late baker.')
  expect(screen.getByText('Joined March 2026')).toBeInTheDocument()
  expect(screen.getByText('Following')).toHaveTextContent('0')
  expect(screen.getByText('Followers')).toHaveTextContent('1.2k')
  expect(screen.getByText('1,234')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '0 Following' })).toHaveAttribute(
    'href',
    '/profile/bo/following',
  )
  expect(screen.getByRole('link', { name: '1,234 Followers' })).toHaveAttribute(
    'href',
    '/profile/bo/followers',
  )
  expect(screen.getByRole('article')).toHaveTextContent('The first crocus is out.')
  expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
  await waitFor(() => expect(document.title).toBe('Bo Berg (@bo) · Good Vibes'))
})

test('the path may contain an id', async () => {
  mockProfile(() => profileData(bo))
  await renderApp('/profile/user_01h455vb4pex5vsknk084sn02q')
  await screen.findByRole('heading', { name: 'Bo Berg' })
  expect(requests).toEqual([
    { isOwn: false, isReplies: false, id: 'user_01h455vb4pex5vsknk084sn02q', first: 20 },
  ])
})

test.each(['/profile', '/profile/ada'])(
  "%s is the viewer's own profile, with an edit button",
  async (path) => {
    mockProfile(() => profileData(ada))
    await renderApp(path)
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeInTheDocument()
    expect(screen.getByText('No posts yet.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
    expect(await screen.findAllByRole('button', { name: 'Sign out' })).not.toEqual([])
    expect(screen.getAllByRole('link', { name: 'Settings' }).at(-1)).toHaveAttribute(
      'href',
      '/settings',
    )
  },
)

test('an unknown user: a message and a link to Explore', async () => {
  mockProfile(() => null)
  await renderApp('/profile/unknown_user')
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Explore the good vibes' })).toHaveAttribute(
    'href',
    '/explore',
  )
  await expect.poll(() => document.title).toBe('User not found · Good Vibes')
})

test('skeletons show while the profile is loading', async () => {
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  network.use(
    api.query('Profile', async () => {
      await responded
      return HttpResponse.json({ data: { user: profileData(bo) } })
    }),
  )
  await renderApp('/profile/bo')
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(3))
  respond()
  expect(await screen.findByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
  expect(screen.queryAllByTestId('skeleton')).toEqual([])
})

test('a profile that loads late does not scroll', async () => {
  const answer = Promise.withResolvers<void>()
  network.use(
    api.query('Profile', async () => {
      await answer.promise
      return HttpResponse.json({ data: { user: profileData(bo) } })
    }),
  )
  await renderApp('/profile/bo')
  await screen.findByRole('heading', { name: 'Profile', level: 1 })
  const scrollTo = vi.spyOn(window, 'scrollTo')
  answer.resolve()
  await screen.findByRole('heading', { name: 'Bo Berg' })
  expect(scrollTo).not.toHaveBeenCalled()
  scrollTo.mockRestore()
})

test('a failed profile can be retried', async () => {
  network.use(api.query('Profile', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await renderApp('/profile/bo')
  expect(await screen.findByText('We couldn’t load this profile.')).toBeInTheDocument()
  mockProfile(() => profileData(bo))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
})

test('loads more posts', async () => {
  mockProfile(({ after }) =>
    profileData(bo, [postData({ id: after ? 'post_2' : 'post_1' })], after ? null : 'cursor'),
  )
  await renderApp('/profile/bo')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more positive vibes' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(requests.at(-1)).toEqual({
    isOwn: false,
    isReplies: false,
    username: 'bo',
    first: 20,
    after: 'cursor',
  })
})

test('visitors see a profile and the join bar', async () => {
  signedInAs(null)
  mockProfile(() => ({ ...profileData(bo, [postData()]), viewerCanFollow: false }))
  await renderApp('/profile/bo')
  expect(
    await screen.findByText('Join Good Vibes to like these posts and share your own.'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Edit Profile|Follow/ })).toBeNull()
})

test.each(['/profile', '/profile/demo-user', '/profile/demouser', '/profile/DemoUser'])(
  'a visitor at %s becomes the demo user, stored in the browser',
  async (path) => {
    setPageSettings({ demoUser: true })
    signedInAs(null)
    mockProfile(({ id, username }) =>
      (id ?? username?.toLowerCase().replace('demouser', 'demo-user')) === 'demo-user'
        ? { ...profileData(demo), viewerCanEdit: localStorage.getItem('demoUser') !== null }
        : null,
    )
    await renderApp(path)
    expect(await screen.findByRole('heading', { name: 'Demo User' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('demoUser') ?? '')).toMatchObject({
      id: 'demo-user',
      username: 'demouser',
    })
  },
)

test('a member whose session ends on their own profile is sent to sign in', async () => {
  setPageSettings({ demoUser: true })
  mockProfile(() => profileData(ada, [postData()], 'cursor'))
  await renderApp('/profile')
  const more = await screen.findByRole('button', { name: 'Load more positive vibes' })
  const replace = vi.fn()
  const { href, origin } = location
  vi.stubGlobal('location', { href, origin, replace, pathname: '/profile', search: '' })
  mockProfile(() => null)
  await userEvent.click(more)
  await waitFor(() => expect(replace).toHaveBeenCalledWith(expect.stringContaining('/api/login')))
  expect(localStorage.getItem('demoUser')).toBeNull()
  vi.unstubAllGlobals()
})

test('without a demo user on the server, none is stored', async () => {
  setPageSettings({ demoUser: false })
  signedInAs(null)
  mockProfile(() => profileData(bo))
  await renderApp('/profile/bo')
  await screen.findByRole('heading', { name: 'Bo Berg' })
  expect(localStorage.getItem('demoUser')).toBeNull()
})

const answered = {
  __typename: 'Post' as const,
  id: 'post_root',
  content: 'A long walk',
  author: ada,
}
const profileReplies = (replies: object[], next: string | null = null) => {
  const { posts: _posts, ...user } = profileData(bo)
  return { ...user, replies: connection('Post', replies, next) }
}

test('a profile has a tab of replies, each with what it answers', async () => {
  mockProfile(({ isReplies }) =>
    isReplies
      ? profileReplies([replyData(1, { inReplyTo: answered }), replyData(2, { inReplyTo: null })])
      : profileData(bo, [postData()]),
  )
  await renderApp('/profile/bo')
  await screen.findByRole('article')
  await userEvent.click(screen.getByRole('link', { name: 'Replies' }))
  const list = await screen.findByRole('list', { name: 'Replies' })
  expect(screen.getByRole('link', { name: 'Replies' })).toHaveAttribute('aria-current', 'page')
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first).toHaveTextContent('In reply to Ada Sunrise · A long walk')
  expect(within(first as HTMLElement).getByRole('link', { name: 'Ada Sunrise' })).toHaveAttribute(
    'href',
    '/post/post_root',
  )
  expect(second).toHaveTextContent('This reply belongs to a thread you can’t see.')
  expect(requests.map(({ isReplies }) => isReplies)).toEqual([false, true])
  await userEvent.click(screen.getByRole('link', { name: 'Posts' }))
  expect(await screen.findByRole('article')).toHaveTextContent('The first crocus is out.')
  expect(requests).toHaveLength(2)
})

test('the header stays while the replies load, and after they failed to', async () => {
  mockProfile(() => profileData(bo, [postData()]))
  await renderApp('/profile/bo')
  await screen.findByRole('article')
  network.use(api.query('Profile', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await userEvent.click(screen.getByRole('link', { name: 'Replies' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
  mockProfile(() => profileReplies([]))
  await userEvent.click(again)
  expect(await screen.findByText('No replies yet.')).toBeInTheDocument()
})
