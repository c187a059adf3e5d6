import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, bo, type PostData, postData, postPage } from '../../test/data.ts'
import { renderApp } from '../../test/render.tsx'
import { network } from '../../test/setup.ts'
import type { ProfileQueryVariables } from './Profile.generated.ts'

const demo = { ...ada, id: 'demo-user', displayName: 'Demo User', username: 'demouser' }

function person(user: typeof ada, posts: PostData[] = [], next: string | null = null) {
  return {
    ...user,
    bio: 'Early riser.\nLate baker.',
    createdAt: '2026-03-04T05:06:07.000Z',
    followingCount: 0,
    followersCount: 1234,
    posts: postPage(posts, next),
  }
}

let asked: ProfileQueryVariables[]

/** Answers the profile page; `answer` gets what it asks for. */
function serve(answer: (variables: ProfileQueryVariables) => object | null) {
  network.use(
    api.query('Profile', ({ variables }) => {
      asked.push(variables as ProfileQueryVariables)
      const user = answer(variables as ProfileQueryVariables)
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
  asked = []
  signedInAs(ada)
})
afterEach(() => document.querySelector('meta[name=demo-user]')?.remove())

test('shows who somebody is, the counts and the posts', async () => {
  serve(() => person(bo, [postData()]))
  await renderApp('/profile/bo')
  expect(await screen.findByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
  expect(asked).toEqual([{ isOwn: false, username: 'bo', first: 20 }])
  expect(screen.getAllByText('@bo')).not.toEqual([])
  expect(screen.getByText(/Early riser/)).toHaveTextContent('Late baker.')
  expect(screen.getByText('Joined March 2026')).toBeInTheDocument()
  expect(screen.getByText('Following')).toHaveTextContent('0')
  expect(screen.getByText('Followers')).toHaveTextContent('1.2k')
  expect(screen.getByText('1,234')).toBeInTheDocument()
  expect(screen.getByRole('article')).toHaveTextContent('The first crocus is out.')
  expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
  await waitFor(() => expect(document.title).toBe('Bo Berg (@bo) · Good Vibes'))
})

test('an address may have an id', async () => {
  serve(() => person(bo))
  await renderApp('/profile/user_01h455vb4pex5vsknk084sn02q')
  await screen.findByRole('heading', { name: 'Bo Berg' })
  expect(asked).toEqual([{ isOwn: false, id: 'user_01h455vb4pex5vsknk084sn02q', first: 20 }])
})

test.each(['/profile', '/profile/ada'])('%s is the own profile, to be edited', async (path) => {
  serve(() => person(ada))
  await renderApp(path)
  expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeInTheDocument()
  expect(screen.getByText('No posts yet.')).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: 'Sign out' })).not.toEqual([])
  expect(screen.getAllByRole('link', { name: 'Settings' }).at(-1)).toHaveAttribute(
    'href',
    '/settings',
  )
})

test('nobody by that name: says so and leads on', async () => {
  serve(() => null)
  await renderApp('/profile/nobody_at_all')
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Explore the good vibes' })).toHaveAttribute(
    'href',
    '/explore',
  )
  await expect.poll(() => document.title).toBe('User not found · Good Vibes')
})

test('skeletons stand while the profile is on its way', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.use(
    api.query('Profile', async () => {
      await answered
      return HttpResponse.json({ data: { user: person(bo) } })
    }),
  )
  await renderApp('/profile/bo')
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(3))
  answer()
  expect(await screen.findByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
  expect(screen.queryAllByTestId('skeleton')).toEqual([])
})

test('a profile that failed can be tried again', async () => {
  network.use(api.query('Profile', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await renderApp('/profile/bo')
  expect(await screen.findByText('This profile could not be loaded.')).toBeInTheDocument()
  serve(() => person(bo))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
})

test('loads more of the posts', async () => {
  serve(({ after }) =>
    person(bo, [postData({ id: after ? 'post_2' : 'post_1' })], after ? null : 'cursor'),
  )
  await renderApp('/profile/bo')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more positive vibes' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(asked.at(-1)).toEqual({ isOwn: false, username: 'bo', first: 20, after: 'cursor' })
})

test('a visitor reads a profile and is asked to join', async () => {
  signedInAs(null)
  serve(() => person(bo, [postData()]))
  await renderApp('/profile/bo')
  expect(
    await screen.findByText('Join Good Vibes to like these posts and share your own.'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
})

test.each(['/profile', '/profile/demo-user', '/profile/demouser', '/profile/DemoUser'])(
  'a visitor at %s becomes the demo user, kept in the browser',
  async (path) => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="demo-user" content="on">')
    signedInAs(null)
    serve(({ id }) => (id === 'demo-user' ? person(demo) : null))
    await renderApp(path)
    expect(await screen.findByRole('heading', { name: 'Demo User' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('demoUser') ?? '')).toMatchObject({
      id: 'demo-user',
      username: 'demouser',
    })
  },
)

test('where there is no demo user, none is kept', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="demo-user" content="off">')
  signedInAs(null)
  serve(() => person(bo))
  await renderApp('/profile/bo')
  await screen.findByRole('heading', { name: 'Bo Berg' })
  expect(localStorage.getItem('demoUser')).toBeNull()
})
