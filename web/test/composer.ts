import { screen, within } from '@testing-library/react'
import { beforeEach, expect } from 'vitest'
import { answerMutation } from './api.ts'
import { ada, postData } from './data.ts'
import { network } from './network.ts'
import { toasts } from './toasts.ts'

export const field = () => screen.getByRole('textbox', { name: "What's something good today?" })
export const share = () => screen.getByRole('button', { name: 'Share' })
export const counter = () => screen.getByTestId('character-counter')
export const toast = async (text: string) =>
  expect(await within(await toasts()).findByText(text)).toBeInTheDocument()

/** Inputs of the CreatePost mutations. */
export let sent: Record<string, unknown>[]

export function acceptPosts() {
  network.use(
    answerMutation('CreatePost', (input) => {
      sent.push(input)
      const content = String(input.content)
      return { post: postData({ id: `post_${sent.length}`, author: ada, content }) }
    }),
  )
}

beforeEach(() => {
  sent = []
})

// Drafts are stored per account, so each test has its own.
let viewerCount = 0
export const newViewer = () => ({ ...ada, id: `user_${viewerCount++}` })
