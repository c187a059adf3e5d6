import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { relativePath } from './results.ts'

/** Files that take longest, longest first: started last, each would run alone at the end. */
const LONG_FILES = [
  'scripts/process/failed-start.test.ts',
  'scripts/process/workers-lifecycle.test.ts',
  'scripts/process/orphaned-database.test.ts',
  'torture/hostile/hostile.test.ts',
  'torture/torture.test.ts',
  'api/features/visibility/visibility.test.ts',
  'scripts/process/start.test.ts',
  'api/features/media/picture-bombs.test.ts',
  'scripts/process/cli.test.ts',
  'scripts/process/cli-maintenance.test.ts',
  'api/serve/fast-path/equality.test.ts',
  'scripts/process/upgrade.test.ts',
  'scripts/process/read-your-writes.test.ts',
  'scripts/process/unhandled.test.ts',
  'scripts/process/secrets.test.ts',
  'scripts/process/workers.test.ts',
  'api/features/media/picture-pool.test.ts',
  'scripts/process/shutdown.test.ts',
  'api/features/auth/common/password-hash.test.ts',
  'api/rest/spectral.test.ts',
  'scripts/process/production.test.ts',
  'api/features/feed/live.test.ts',
]

/** Long files come first, the others by name, so that the order does not change with their size. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) => rank(one) - rank(other) || (keyOf(one) < keyOf(other) ? -1 : 1),
    )
  }
}

/** Files of a project stay together, because each project has an environment. */
const keyOf = ({ project, moduleId }: TestSpecification) => `${project.name} ${moduleId}`

function rank({ moduleId }: TestSpecification): number {
  const index = LONG_FILES.indexOf(relativePath(moduleId))
  return index === -1 ? LONG_FILES.length : index
}
