import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPart } from '../test/render.tsx'
import { RelativeTime } from './RelativeTime.tsx'

const at = new Date(2026, 2, 4, 17, 5).toISOString()

test.each([
  ['keyboard focus', () => userEvent.tab()],
  ['a tap', (time: HTMLElement) => userEvent.pointer({ keys: '[TouchA]', target: time })],
])('%s shows the full date of a time', async (_way, act) => {
  await renderPart(<RelativeTime at={at} />)
  const button = screen.getByRole('button')
  expect(button.querySelector('time')).toHaveAttribute('datetime', at)
  expect(screen.queryByText('4 March 2026 at 17:05')).toBeNull()
  await act(button)
  expect(await screen.findByText('4 March 2026 at 17:05')).toBeInTheDocument()
  expect(button).toHaveAccessibleDescription('4 March 2026 at 17:05')
})
