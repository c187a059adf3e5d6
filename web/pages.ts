import type { ComponentType } from 'react'
import type { PageName } from '#rules/pages.ts'
import { lazyPage } from './features/shell/lazy-page.tsx'
import { FeedPage } from './pages/home/FeedPage.tsx'
import type { LazyPart } from './ui/lazy-part.tsx'

const files = import.meta.glob<{ default: ComponentType }>([
  './pages/*/*Page.tsx',
  '!./pages/home/FeedPage.tsx',
])
const lazyPages = Object.entries(files).map(([file, load]) => [file.split('/')[2], lazyPage(load)])

/** The component of each page, by its folder. The rows are in rules/pages.ts. */
export const pageComponents = {
  // In the initial script, because most visits start here.
  home: FeedPage,
  ...Object.fromEntries(lazyPages),
} as Record<PageName, ComponentType | LazyPart<object>>
