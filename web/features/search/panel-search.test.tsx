import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'
import ExplorePage from '../../pages/explore/ExplorePage.tsx'
import { ada } from '../../test/data.ts'
import { renderPart } from '../../test/render.tsx'
import { PanelSearch } from './PanelSearch.tsx'

test('a long search is not cut, and Explore says what is wrong', async () => {
  const query = 'a'.repeat(limits.queryLength + 1)
  await renderPart(
    <Routes>
      <Route path="/" element={<PanelSearch />} />
      <Route path="/explore" element={<ExplorePage />} />
    </Routes>,
    ada,
  )
  await userEvent.click(screen.getByRole('searchbox'))
  await userEvent.paste(query)
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Explore', level: 1 })
  const field = screen.getByRole('searchbox')
  expect(field).toHaveValue(query)
  expect(field).toHaveAccessibleDescription(reasons.QUERY_TOO_LONG)
})
