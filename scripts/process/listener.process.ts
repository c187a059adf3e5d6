import pino from 'pino'
import { listenForNotifications } from '#api/database/notification-listener.ts'
import { runUntilShutdown } from '#api/process/lifetime.ts'

// Essential background work that fails when its connection is lost. Environment: DATABASE_URL.

const log = pino()
await runUntilShutdown(log, async ({ onShutdown }) => {
  const { close } = await listenForNotifications(
    { url: process.env.DATABASE_URL ?? '' },
    {
      channel: 'test',
      heartbeatSql: 'SELECT 1',
      log,
      onNotification() {},
      onReconnect() {
        throw new Error('The reconnect failed.')
      },
    },
  )
  onShutdown(close)
  console.log('Listening.')
})
