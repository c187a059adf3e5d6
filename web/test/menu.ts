import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { afterNextPaint } from '../lib/after-next-paint.ts'

const place = (item: HTMLElement | undefined) =>
  item ? screen.getAllByRole('menuitem').indexOf(item) : -1

const highlighted = () =>
  screen.getAllByRole('menuitem').find((item) => item.hasAttribute('data-highlighted'))

/** Chooses an item of the open menu by the keyboard, as soon as the menu has it. */
export async function chooseMenuItem(name: string): Promise<void> {
  const item = await screen.findByRole('menuitem', { name })
  await waitFor(() => expect(item).not.toHaveAttribute('aria-disabled', 'true'))
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
  // The menu can lose a key, so the direction is decided anew before each one.
  await waitFor(async () => {
    if (highlighted() !== item) {
      const down = place(highlighted()) < place(item)
      await userEvent.keyboard(down ? '{ArrowDown}' : '{ArrowUp}')
    }
    expect(highlighted()).toBe(item)
  })
  // A frame after each arrow, the menu takes the focus, also one that has closed by then.
  await afterNextPaint()
  await userEvent.keyboard('{Enter}')
}
