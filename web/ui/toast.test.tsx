import { act, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LazyToasts } from './LazyToasts.tsx'
import { showToast } from './toast.ts'
import { UiProvider } from './UiProvider.tsx'

test('the newest toast takes the place of the one that stands', async () => {
  await act(async () =>
    render(
      <UiProvider>
        <LazyToasts />
      </UiProvider>,
    ),
  )
  showToast({ kind: 'good', title: 'First' })
  const region = await screen.findByRole('region', { name: 'Notifications' })
  await within(region).findByText('First')
  showToast({ kind: 'bad', title: 'Second' })
  await within(region).findByText('Second')
  await waitFor(() => expect(within(region).queryByText('First')).toBeNull())
})
