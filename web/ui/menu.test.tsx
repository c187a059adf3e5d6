import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { expect, test, vi } from 'vitest'
import { chooseMenuItem } from '../test/menu.ts'
import { Menu } from './Menu.tsx'
import { MenuButton } from './MenuButton.tsx'
import { UiProvider } from './UiProvider.tsx'

function renderMenu() {
  const chosen = vi.fn<(name: string) => void>()
  const entry = (label: string, icon = Pencil) => ({ label, icon, onSelect: () => chosen(label) })
  render(
    <UiProvider>
      <main>
        <MenuButton
          id="more"
          label="More options"
          menu={(control) => (
            <Menu
              {...control}
              groups={[[entry('Edit'), entry('Copy')], [], [entry('Delete', Trash2)]]}
            />
          )}
        />
      </main>
    </UiProvider>,
  )
  return chosen
}

const item = (name: string) => screen.getByRole('menuitem', { name })

test('a menu of several entries works with the keyboard alone', async () => {
  const chosen = renderMenu()
  const button = screen.getByRole('button', { name: 'More options' })
  button.focus()
  await userEvent.keyboard('{ArrowDown}')
  const menu = await screen.findByRole('menu', { name: 'More options' })
  await waitFor(() => expect(menu).toHaveFocus())
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getAllByRole('separator')).toHaveLength(1)
  await waitFor(() => expect(item('Edit')).toHaveAttribute('data-highlighted'))
  await chooseMenuItem('Delete')
  await waitFor(() => expect(chosen.mock.calls).toEqual([['Delete']]))
  await waitFor(() => expect(button).toHaveFocus())
})

test('the arrows of an input method do not open the menu', async () => {
  renderMenu()
  const button = screen.getByRole('button', { name: 'More options' })
  button.focus()
  for (const ofComposition of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(button, { key: 'ArrowDown', ...ofComposition })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'true'))
})

test('Escape closes the menu without choosing', async () => {
  const chosen = renderMenu()
  const button = screen.getByRole('button', { name: 'More options' })
  await userEvent.click(button)
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'))
  await waitFor(() => expect(button).toHaveFocus())
  expect(chosen).not.toHaveBeenCalled()
})

test('a tap chooses an entry that was not highlighted before', async () => {
  const chosen = renderMenu()
  await userEvent.click(screen.getByRole('button', { name: 'More options' }))
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
  fireEvent.pointerDown(item('Copy'), { pointerType: 'touch' })
  fireEvent.click(item('Copy'))
  await waitFor(() => expect(chosen.mock.calls).toEqual([['Copy']]))
})
