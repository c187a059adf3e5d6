import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { UiProvider } from '../ui/UiProvider.tsx'
import { Gallery } from './Gallery.tsx'

const WEB = path.resolve(import.meta.dirname, '..')

/** The files that a file imports, also lazily. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(WEB, file), 'utf8')
  return [...source.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, target = '']) =>
    path.join(path.dirname(file), target),
  )
}
const isTest = (file: string) => /\.test\.|^(test|dist)\//.test(file)
const filesOf = (pattern: string) => globSync(pattern, { cwd: WEB }).filter((file) => !isTest(file))

test('the gallery shows every component of web/ui that the client uses', () => {
  const inGallery = new Set(filesOf('gallery/*.tsx').flatMap(importsOf))
  const used = new Set(
    filesOf('**/*.tsx')
      .filter((file) => !/^(ui|gallery)\//.test(file))
      .flatMap(importsOf),
  )
  const components = filesOf('ui/**/*.tsx')
  expect(components.length).toBeGreaterThan(25)
  expect(components.filter((file) => used.has(file) && !inGallery.has(file))).toEqual([])
  // The others are parts of those, such as the bubble of a tooltip.
  const parts = new Set(components.flatMap(importsOf))
  expect(components.filter((file) => !inGallery.has(file) && !parts.has(file))).toEqual([])
})

test('the gallery renders every section', async () => {
  await act(async () =>
    render(
      <UiProvider>
        <MemoryRouter>
          <Gallery />
        </MemoryRouter>
      </UiProvider>,
    ),
  )
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(9)
})
