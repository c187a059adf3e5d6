import { Stack } from '@chakra-ui/react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { FailedPart } from '../ui/FailedPart.tsx'
import { FailedStart } from '../ui/FailedStart.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { RichText } from '../ui/RichText.tsx'
import { Example, Section } from './Section.tsx'

const LazyText = lazyPart(async () => ({ default: () => <p>Loaded when it was needed</p> }))
const rich = { id: 'gallery.rich', message: 'A sentence with a <strong>word</strong> inside.' }
const settled = async () => {}

export function Failures() {
  return (
    <Section title="Lazy parts, failures and rich text">
      <Stack gap="4">
        <Example name="lazy part">
          <LazyText />
        </Example>
        <Example name="error boundary, nothing failed">
          <ErrorBoundary failed={() => null}>
            <p>Still here</p>
          </ErrorBoundary>
        </Example>
        <Example name="failed part">
          <FailedPart onRetry={settled} />
        </Example>
        <Example name="failed start">
          <FailedStart />
        </Example>
        <Example name="rich text">
          <RichText message={rich} elements={{ strong: <strong /> }} />
        </Example>
      </Stack>
    </Section>
  )
}
