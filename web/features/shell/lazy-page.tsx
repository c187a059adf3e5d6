import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from '../../ui/lazy-part.tsx'
import { PostSkeletons } from '../post/PostSkeletons.tsx'
import { FailedPage } from './FailedPage.tsx'
import { PageColumns } from './Page.tsx'

/** A page whose code loads when it is first shown. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPart<object> {
  return lazyPart(load, {
    loading: (
      <PageColumns>
        <PostSkeletons />
      </PageColumns>
    ),
    failed: (_props, retry) => <FailedPage onReload={retry} />,
  })
}
