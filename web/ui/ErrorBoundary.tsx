import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Shown in place of children that throw. `retry` renders them again. */
  failed: (retry: () => void) => ReactNode
  children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { failed, children } = this.props
    return this.state.hasFailed ? failed(() => this.setState({ hasFailed: false })) : children
  }
}
