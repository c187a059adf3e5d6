import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { connectionLost } from '../lib/connection.ts'
import { reloadIfReachable, reloadIfStale } from '../lib/reload.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

interface LazyPartOptions<Props> {
  /** Shown while the part loads. */
  loading?: ReactNode
  /**
   * Shown when the part fails to load or throws. `retry` loads it again, or the page if that fails:
   * some browsers keep the failure of a script for as long as the page lives. By default nothing is
   * shown, and the part loads again when the connection is back.
   */
  failed?: (props: Props, retry: () => Promise<void>) => ReactNode
}

export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code ahead. Never rejects: a failure shows where the part is rendered. */
  preload: () => Promise<void>
}

/**
 * A component whose code loads when it is first rendered. Its failure leaves the page around it
 * standing.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { loading, failed }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let current = createAttempt(load, forgetFailure)
  function forgetFailure() {
    current = createAttempt(load, forgetFailure)
  }

  function Part(props: Props) {
    const [{ Content }, setAttempt] = useState(current)
    const retry = async (reset: () => void, recover?: () => void) => {
      const attempt = current
      await attempt.loadOnce(recover)
      setAttempt(attempt)
      reset()
    }
    const failure = (reset: () => void) =>
      failed ? (
        failed(props, () => retry(reset).catch(reloadIfReachable))
      ) : (
        // A part that shows nothing of a failure: another try must not reload the page.
        <RetryOnReconnect onRetry={() => void retry(reset, noop).catch(noop)} />
      )
    return (
      <ErrorBoundary failed={failure}>
        <Suspense fallback={loading}>
          <Content {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  // Loading ahead must not reload the page.
  return Object.assign(Part, { preload: () => current.loadOnce(noop).then(noop, noop) })
}

function noop() {}

function RetryOnReconnect({ onRetry }: { onRetry: () => void }) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => connectionLost.subscribe(() => connectionLost.get() || retry()), [])
  return null
}

/** React keeps the failure of a lazy component, so that each attempt needs one of its own. */
function createAttempt<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  onFailure: () => void,
) {
  let loaded: ReturnType<typeof load> | undefined
  const loadOnce = (recover: () => unknown = reloadIfStale) => {
    loaded ??= load().catch(async (error: unknown) => {
      onFailure()
      await recover()
      throw error
    })
    return loaded
  }
  return { loadOnce, Content: lazy(() => loadOnce()) }
}
