import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

const highlighted = () =>
  screen.getAllByRole('menuitem').find((item) => item.hasAttribute('data-highlighted'))

/** Chooses an item of the open menu by the keyboard, as soon as the menu has it. */
export async function chooseMenuItem(name: string): Promise<void> {
  const item = await screen.findByRole('menuitem', { name })
  await waitFor(() => expect(item).not.toHaveAttribute('aria-disabled', 'true'))
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
  while (highlighted() !== item) {
    const previous = highlighted()
    await userEvent.keyboard('{ArrowDown}')
    // A key that is pressed before the menu shows the last one is lost.
    await waitFor(() => expect(highlighted()).not.toBe(previous))
  }
  await userEvent.keyboard('{Enter}')
}
