import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FailedDrawing } from '../../ui/drawings/FailedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageColumns } from './Page.tsx'

/** Shown when a page throws or its code fails to load, for example after a deployment. */
export class ErrorBoundary extends Component<
  { pathname: string; children: ReactNode },
  { hasError: boolean; pathname: string }
> {
  override state = { hasError: false, pathname: this.props.pathname }

  static getDerivedStateFromError() {
    return { hasError: true }
  }

  /** A navigation resets the error. */
  static getDerivedStateFromProps({ pathname }: { pathname: string }, state: { pathname: string }) {
    return pathname === state.pathname ? null : { hasError: false, pathname }
  }

  override render() {
    if (!this.state.hasError) return this.props.children
    return (
      <PageColumns>
        <EmptyState drawing={<FailedDrawing />} title="We couldn’t show this page.">
          <Button variant="outline" onClick={() => location.reload()}>
            Reload
          </Button>
        </EmptyState>
      </PageColumns>
    )
  }
}
