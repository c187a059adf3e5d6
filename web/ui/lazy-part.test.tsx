import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectionLost } from '../lib/connection.ts'
import { reloadIfReachable, reloadIfStale } from '../lib/reload.ts'
import { lazyPart } from './lazy-part.tsx'

vi.mock('../lib/reload.ts', () => ({
  reloadIfReachable: vi.fn(async () => {}),
  reloadIfStale: vi.fn(async () => {}),
}))

const Part = ({ name }: { name: string }) => <p>Hello {name}</p>
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const loaded = () => Promise.resolve({ default: Part })

const withRetry = (load: () => Promise<{ default: typeof Part }>) =>
  lazyPart(load, {
    loading: <p>Loading</p>,
    failed: ({ name }, retry) => (
      <button type="button" onClick={retry}>
        Load {name} again
      </button>
    ),
  })

beforeEach(() => {
  vi.clearAllMocks()
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a part shows when its code is loaded, once for all its uses', async () => {
  const load = vi.fn(loaded)
  const Lazy = withRetry(load)
  await Lazy.preload()
  render(
    <>
      <Lazy name="Ada" />
      <Lazy name="Bo" />
    </>,
  )
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument()
  expect(screen.getByText('Hello Bo')).toBeInTheDocument()
  expect(load).toHaveBeenCalledOnce()
})

test('a lost script leaves the page standing, and the part can be loaded again', async () => {
  const Lazy = withRetry(vi.fn(loaded).mockImplementationOnce(lost))
  render(
    <>
      <p>The page</p>
      <Lazy name="Ada" />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Load Ada again' }))
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument()
  expect(screen.getByText('The page')).toBeInTheDocument()
  expect(reloadIfStale).toHaveBeenCalledOnce()
  expect(reloadIfReachable).not.toHaveBeenCalled()
})

test('a second failure reloads the page if the server answers', async () => {
  const Lazy = withRetry(vi.fn(lost))
  render(<Lazy name="Ada" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Load Ada again' }))
  expect(reloadIfReachable).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Load Ada again' })).toBeInTheDocument()
})

test('a part without a message is left out, and loads when it is needed again', async () => {
  const Lazy = lazyPart(vi.fn(loaded).mockImplementationOnce(lost))
  const { rerender } = render(<Lazy key="1" name="Ada" />)
  await expect.poll(() => reloadIfStale).toHaveBeenCalledOnce()
  rerender(<p>Nothing</p>)
  rerender(<Lazy key="2" name="Ada" />)
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument()
})

test('a part without a message loads again when the connection is back', async () => {
  const load = vi.fn(loaded).mockImplementationOnce(lost)
  const Lazy = lazyPart(load)
  connectionLost.set(true)
  const subscribe = vi.spyOn(connectionLost, 'subscribe')
  render(<Lazy name="Ada" />)
  await expect.poll(() => subscribe).toHaveBeenCalled()
  connectionLost.set(false)
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a failed preload is tried again when the part shows', async () => {
  const Lazy = withRetry(vi.fn(loaded).mockImplementationOnce(lost))
  await Lazy.preload()
  // Loading ahead is not a user's action, so a reload would lose unsaved text.
  expect(reloadIfStale).not.toHaveBeenCalled()
  render(<Lazy name="Ada" />)
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument()
})
