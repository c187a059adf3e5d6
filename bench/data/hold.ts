import { AUTH_SECRET } from '../place.ts'
import { cookieOf } from '../workloads/cookies.ts'
import { openCluster } from './database.ts'
import { dataOf } from './load.ts'

/** Runs a database until it is asked to end, for whoever looks into one thing by hand. */
export async function holdDatabase(posts: number): Promise<void> {
  const cluster = await openCluster()
  console.log(
    `DATABASE_URL='${await dataOf(cluster, posts)}' AUTH_SECRET='${AUTH_SECRET}' RATE_LIMIT=off npm start`,
  )
  console.log(`Cookie: ${cookieOf(0)}`)
  console.log('It runs until Ctrl-C.')
  setInterval(() => {}, 60_000)
}
