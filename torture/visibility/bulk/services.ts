import type { Services } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { createHiddenUsers } from '#api/features/visibility/hidden-users.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import { testSettings } from '#api/test/servers/settings.ts'

/** What the product's reads and writes need, without a server. */
export type BulkServices = Pick<Services, 'database' | 'ids' | 'settings' | 'hiddenUsers'>

export const bulkServices = (database: Database): BulkServices => ({
  ...{ database, ids: new IdGenerator(), settings: testSettings },
  hiddenUsers: createHiddenUsers(database),
})
