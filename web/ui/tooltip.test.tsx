import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Tooltip } from './Tooltip.tsx'
import { UiProvider } from './UiProvider.tsx'

afterEach(() => vi.useRealTimers())

function renderTooltip(opensOnTap = false) {
  render(
    <UiProvider>
      <main>
        <Tooltip content="Go up" opensOnTap={opensOnTap}>
          <button type="button" aria-label="Up">
            ↑
          </button>
        </Tooltip>
      </main>
    </UiProvider>,
  )
  return screen.getByRole('button', { name: 'Up' })
}

test('keyboard focus shows the tooltip, which describes its trigger until Escape', async () => {
  const trigger = renderTooltip()
  expect(trigger).not.toHaveAttribute('aria-describedby')
  await userEvent.tab()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Go up')
  expect(trigger).toHaveAccessibleDescription('Go up')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  expect(trigger).not.toHaveAttribute('aria-describedby')
})

test('the mouse shows the tooltip after 700 ms', async () => {
  vi.useFakeTimers()
  const trigger = renderTooltip()
  fireEvent.pointerEnter(trigger, { pointerType: 'mouse' })
  await act(() => vi.advanceTimersByTimeAsync(699))
  expect(trigger).not.toHaveAttribute('aria-describedby')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(trigger).toHaveAttribute('aria-describedby')
  vi.useRealTimers()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Go up')
})

test('the mouse can move from the trigger to the bubble without closing it', async () => {
  const trigger = renderTooltip()
  await userEvent.hover(trigger)
  const bubble = await screen.findByRole('tooltip')
  vi.useFakeTimers()
  fireEvent.pointerLeave(trigger, { pointerType: 'mouse' })
  fireEvent.pointerEnter(bubble, { pointerType: 'mouse' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(screen.getByRole('tooltip')).toBeInTheDocument()
  fireEvent.pointerLeave(bubble, { pointerType: 'mouse' })
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a long press shows the tooltip until the next press', async () => {
  const trigger = renderTooltip()
  fireEvent.pointerDown(trigger, { pointerType: 'touch' })
  await screen.findByRole('tooltip')
  fireEvent.pointerUp(trigger, { pointerType: 'touch' })
  expect(screen.getByRole('tooltip')).toBeInTheDocument()
  await waitFor(() => {
    // The bubble notices presses only some frames after it is shown.
    fireEvent.pointerDown(document.body, { pointerType: 'touch' })
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})

test('with opensOnTap, a tap shows the tooltip', async () => {
  fireEvent.click(renderTooltip(true))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Go up')
})
