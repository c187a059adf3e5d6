import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { afterNextPaint } from './after-next-paint.ts'

/** A button that removes itself, with what is around it. */
function Vanishing({ children }: { children?: ReactNode }) {
  const [isShown, setShown] = useState(true)
  return (
    isShown && (
      <p>
        <button type="button" onClick={() => setShown(false)}>
          Remove
        </button>
        {children}
      </p>
    )
  )
}

const removeIt = () => userEvent.click(screen.getByRole('button', { name: 'Remove' }))

test.each([
  [
    'a section with a heading',
    <section key="" aria-labelledby="title">
      <h2 id="title">Webhooks</h2>
      <Vanishing />
    </section>,
    () => screen.getByRole('heading', { name: 'Webhooks' }),
  ],
  [
    'a form with a name',
    <form key="" aria-label="New post">
      <input />
      <Vanishing />
    </form>,
    () => screen.getByRole('form'),
  ],
  [
    'a dialog inside a section',
    <section key="" aria-label="Page">
      <div role="dialog" aria-label="Choose">
        <Vanishing />
      </div>
    </section>,
    () => screen.getByRole('dialog'),
  ],
  ['nothing with a name', <Vanishing key="" />, () => screen.getByRole('heading', { level: 1 })],
])('a button that removes itself leaves the focus to %s', async (_place, content, target) => {
  render(
    <main>
      <h1>Settings</h1>
      {content}
    </main>,
  )
  await removeIt()
  await waitFor(() => expect(target()).toHaveFocus())
})

test('it does not take the focus from what has it by then', async () => {
  function Steps() {
    const [step, setStep] = useState(1)
    if (step === 2) return <input aria-label="Next step" ref={(input) => input?.focus()} />
    return (
      <button type="button" onClick={() => setStep(2)}>
        Remove
      </button>
    )
  }
  render(
    <main>
      <h1>Settings</h1>
      <Steps />
    </main>,
  )
  await removeIt()
  await act(afterNextPaint)
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus())
})

test('it leaves the focus alone when something else is removed', async () => {
  const { rerender } = render(
    <main>
      <h1>Settings</h1>
      <button type="button">Stays</button>
      <p>Goes</p>
    </main>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Stays' }))
  act(() => screen.getByRole('button', { name: 'Stays' }).blur())
  await act(afterNextPaint)
  rerender(
    <main>
      <h1>Settings</h1>
    </main>,
  )
  await act(afterNextPaint)
  await waitFor(() => expect(document.body).toHaveFocus())
})
