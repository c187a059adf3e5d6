import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { PageColumns } from './Page.tsx'
import { SidePanel } from './SidePanel.tsx'

const script = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./SidePanelContent.tsx', async (original) => {
  await script.promise
  return original()
})

const hidden = { hidden: true }

test('the panel is a landmark only when it has content', async () => {
  render(
    <UiProvider>
      <MemoryRouter>
        <PageColumns panel={<SidePanel />}>Posts</PageColumns>
      </MemoryRouter>
    </UiProvider>,
  )
  expect(screen.queryByRole('complementary', hidden)).toBeNull()
  script.resolve()
  const panel = await screen.findByRole('complementary', { name: 'About Good Vibes', ...hidden })
  expect(panel).toHaveTextContent('Welcome')
})
