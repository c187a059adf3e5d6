import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ada } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { mockStreams } from '../../test/live.ts'
import { renderApp } from '../../test/render.tsx'

test('the stream opens when the page is idle, and not before', async () => {
  const becomeIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => becomeIdle.push(callback))
  onTestFinished(() => void vi.unstubAllGlobals())
  const streams = mockStreams()
  mockViewer(ada)
  await renderApp('/nowhere')
  await screen.findByRole('heading', { level: 1 })
  await act(() => vi.dynamicImportSettled())
  expect(becomeIdle.length).toBeGreaterThan(0)
  expect(streams).toEqual([])
  for (const callback of becomeIdle) callback()
  await waitFor(() => expect(streams).toHaveLength(1))
})
