import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storedDrafts, useDraft } from './draft.ts'

const stored = {
  content: 'Written in another tab',
  media: 'text',
  imageUrl: '',
  imageAlt: '',
  upload: null,
  videoUrl: '',
}

function Content() {
  const [{ content }] = useDraft('dialog:user_1')
  return <p>{content}</p>
}

test('a draft that another tab wrote after this one started is read', async () => {
  await storedDrafts.prepare()
  localStorage.setItem('draft:dialog:user_1', JSON.stringify(stored))
  render(<Content />)
  expect(await screen.findByText('Written in another tab')).toBeInTheDocument()
})
