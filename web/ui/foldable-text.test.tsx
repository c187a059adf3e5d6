import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPart } from '../test/render.tsx'
import { FoldableText, mayFold } from './FoldableText.tsx'

/** jsdom has no layout: as if the element showed `shown` of `total` pixels. */
function mockHeights(total: number, shown: number) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(total)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(shown)
}
afterEach(() => vi.restoreAllMocks())

const lines = (count: number) => Array.from({ length: count }, () => 'x').join('\n')

test('only texts that may have more than twelve lines are measured', () => {
  expect(mayFold(lines(12))).toBe(false)
  expect(mayFold(lines(13))).toBe(true)
  expect(mayFold('x'.repeat(120))).toBe(false)
  expect(mayFold('x'.repeat(121))).toBe(true)
  expect(mayFold(`${'\n'.repeat(6)}${'x'.repeat(61)}`)).toBe(true)
})

test('a text that is not cut off has no button', async () => {
  mockHeights(300, 300)
  await renderPart(<FoldableText textId="post_short" text={lines(13)} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a long text unfolds and folds, keeps the focus on its button, and stays as it was', async () => {
  mockHeights(600, 312)
  const { unmount } = await renderPart(<FoldableText textId="post_1" text={lines(20)} />)
  const more = screen.getByRole('button', { name: 'Show more' })
  expect(more).toHaveAttribute('aria-expanded', 'false')
  const text = document.getElementById(more.getAttribute('aria-controls') ?? '')
  expect(text?.textContent).toBe(lines(20))
  await userEvent.click(more)
  const less = screen.getByRole('button', { name: 'Show less' })
  expect(less).toHaveAttribute('aria-expanded', 'true')
  await waitFor(() => expect(less).toHaveFocus())
  unmount()

  await renderPart(<FoldableText textId="post_1" text={lines(20)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show less' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Show more' })).toHaveFocus())
})
