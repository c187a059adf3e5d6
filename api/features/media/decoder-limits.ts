/** The slowest picture within the limits takes 3 seconds. */
const MAX_CPU_MS = 6_000
/** Memory growth for one picture; the largest RGB picture within the limits needs 340 MB. */
const MAX_GROWTH_BYTES = 360 * 1024 * 1024
/** A decoder can allocate 100 MB in this time. */
const CHECK_INTERVAL_MS = 20

/**
 * Kills this process when its picture uses too much CPU time or memory.
 * CPU time rather than elapsed time, so a busy machine rejects no picture.
 */
export function enforceDecoderLimits(): NodeJS.Timeout {
  const start = { cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }
  // The decoder uses other threads, so this timer fires while it works.
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start.cpu)
    const growth = process.memoryUsage.rss() - start.memory
    if (user + system > MAX_CPU_MS * 1_000 || growth > MAX_GROWTH_BYTES)
      process.kill(process.pid, 'SIGKILL')
  }, CHECK_INTERVAL_MS)
}
