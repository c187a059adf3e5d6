import { act, render, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { toasts } from '../test/toasts.ts'
import { LazyToasts } from './LazyToasts.tsx'
import { showToast } from './toast.ts'
import { UiProvider } from './UiProvider.tsx'

vi.mock('./Toasts.tsx', () => {
  throw new TypeError('Failed to fetch')
})
vi.mock('../lib/reload.ts', () => ({ reloadIfStale: async () => {} }))

test('without the script of the toasts readers know the region before its message', async () => {
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <UiProvider>
      <LazyToasts />
    </UiProvider>,
  )
  await userEvent.keyboard('x')
  const region = await toasts()
  expect(region).toBeEmptyDOMElement()
  act(() => showToast({ kind: 'error', title: 'Not saved' }))
  expect(await within(region).findByText('Not saved')).toBeInTheDocument()
})
