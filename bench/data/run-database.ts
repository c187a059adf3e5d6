import { AUTH_SECRET } from '../paths.ts'
import { cookieOf } from '../workloads/cookies.ts'
import { openCluster } from './database.ts'
import { requireDataset } from './dataset.ts'

/** Runs the database until Ctrl-C, for profiling by hand. */
export async function runDatabase(posts: number): Promise<void> {
  const cluster = await openCluster()
  console.log(
    `DATABASE_URL='${await requireDataset(cluster, posts)}' AUTH_SECRET='${AUTH_SECRET}' RATE_LIMIT=off npm start`,
  )
  console.log(`Cookie: ${cookieOf(0)}`)
  console.log('The database runs until you press Ctrl-C.')
  setInterval(() => {}, 60_000)
}
