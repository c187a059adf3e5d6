import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { renderApp } from '../../test/render.tsx'

test('Page Down and Page Up move the focus between the posts', async () => {
  mockViewer(ada)
  mockFeed(['post_1', 'post_2', 'post_3'].map((id) => postData({ id })))
  await renderApp('/')
  const articles = await screen.findAllByRole('article')
  within(articles[0] as HTMLElement)
    .getByRole('button', { name: /^Like/ })
    .focus()
  await userEvent.keyboard('{PageDown}')
  await waitFor(() => expect(articles[1]).toHaveFocus())
  await userEvent.keyboard('{PageDown}')
  await waitFor(() => expect(articles[2]).toHaveFocus())
  await userEvent.keyboard('{PageDown}')
  await waitFor(() => expect(articles[2]).toHaveFocus())
  await userEvent.keyboard('{PageUp}')
  await waitFor(() => expect(articles[1]).toHaveFocus())
  await userEvent.keyboard('{Tab}{PageUp}')
  await waitFor(() => expect(articles[0]).toHaveFocus())
  await userEvent.keyboard('{Control>}{PageDown}{/Control}')
  await waitFor(() => expect(articles[0]).toHaveFocus())
  // An input method turns the pages of its candidates.
  fireEvent.keyDown(articles[0] as HTMLElement, { key: 'PageDown', isComposing: true })
  await waitFor(() => expect(articles[0]).toHaveFocus())
})
