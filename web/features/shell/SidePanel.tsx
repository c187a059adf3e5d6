import { screens, useMediaQuery } from '../../lib/media-query.ts'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PanelLandmark } from './PanelLandmark.tsx'
import type { SidePanelProps } from './SidePanelContent.tsx'

const Content = lazyPart(() => import('./SidePanelContent.tsx'), {
  failed: (_props, retry) => (
    <PanelLandmark>
      <FailedPart onRetry={retry} />
    </PanelLandmark>
  ),
})

/** The right column. Its code loads where the window is wide enough to show it. */
export function SidePanel(props: SidePanelProps) {
  return useMediaQuery(screens.wide) && <Content {...props} />
}
