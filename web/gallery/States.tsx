import { Grid, Stack } from '@chakra-ui/react'
import { Button } from '../ui/Button.tsx'
import { EmptyFeedDrawing } from '../ui/drawings/EmptyFeedDrawing.tsx'
import { ExploreDrawing } from '../ui/drawings/ExploreDrawing.tsx'
import { FailedDrawing } from '../ui/drawings/FailedDrawing.tsx'
import { NoResultsDrawing } from '../ui/drawings/NoResultsDrawing.tsx'
import { NotFoundDrawing } from '../ui/drawings/NotFoundDrawing.tsx'
import { UserNotFoundDrawing } from '../ui/drawings/UserNotFoundDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadState } from '../ui/LoadState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Section } from './Section.tsx'

const drawings = {
  'Empty feed': EmptyFeedDrawing,
  Explore: ExploreDrawing,
  Failed: FailedDrawing,
  'No results': NoResultsDrawing,
  'Not found': NotFoundDrawing,
  'User not found': UserNotFoundDrawing,
}

export function States() {
  return (
    <Section title="Empty, failed and loading">
      <Grid templateColumns="repeat(auto-fill, minmax(18rem, 1fr))" gap="4">
        {Object.entries(drawings).map(([name, Drawing]) => (
          <EmptyState key={name} drawing={<Drawing />} title={name} />
        ))}
        <EmptyState
          drawing={<NoResultsDrawing />}
          title="With a hint and an action"
          hint="Try searching for something more positive!"
        >
          <Button variant="outline">Clear the search</Button>
        </EmptyState>
        <FailedState title="We couldn’t load this." onRetry={async () => {}} />
      </Grid>
      <Stack gap="3" maxW="main">
        <Skeleton h="4" w="50%" />
        <LoadState
          title=""
          error={undefined}
          onRetry={async () => {}}
          loading={<Skeleton h="4" />}
        />
        <Skeleton boxSize="avatar" borderRadius="full" />
      </Stack>
    </Section>
  )
}
