import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FailedDrawing } from '../../ui/drawings/FailedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageColumns } from './Page.tsx'

/** What stands in place of a page that broke, or whose code could not be loaded (the server has a newer client, say). */
export class ErrorBoundary extends Component<
  { address: string; children: ReactNode },
  { isBroken: boolean; address: string }
> {
  override state = { isBroken: false, address: this.props.address }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  /** Another address is another page. */
  static getDerivedStateFromProps({ address }: { address: string }, state: { address: string }) {
    return address === state.address ? null : { isBroken: false, address }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <PageColumns>
        <EmptyState drawing={<FailedDrawing />} title="This page could not be shown.">
          <Button variant="outline" onClick={() => location.reload()}>
            Load it again
          </Button>
        </EmptyState>
      </PageColumns>
    )
  }
}
