import { act, render, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../test/toasts.ts'
import { LazyToasts } from './LazyToasts.tsx'
import { showToast } from './toast.ts'
import { UiProvider } from './UiProvider.tsx'

test('a new toast replaces the one on screen', async () => {
  await act(async () =>
    render(
      <UiProvider>
        <LazyToasts />
      </UiProvider>,
    ),
  )
  showToast({ kind: 'success', title: 'First' })
  const region = await toasts()
  await within(region).findByText('First')
  showToast({ kind: 'error', title: 'Second' })
  await within(region).findByText('Second')
  await waitFor(() => expect(within(region).queryByText('First')).toBeNull())
})
