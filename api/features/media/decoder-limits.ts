export interface DecoderLimits {
  /** CPU time for one picture. */
  maxCpuMs: number
  /** Memory growth for one picture. */
  maxGrowthBytes: number
}

/**
 * The slowest picture within the limits takes 3 seconds, and the largest RGB picture needs 340 MB.
 */
export const DECODER_LIMITS: DecoderLimits = {
  maxCpuMs: 6_000,
  maxGrowthBytes: 360 * 1024 * 1024,
}
/** A decoder can allocate 100 MB in this time. */
const CHECK_INTERVAL_MS = 20

/**
 * Kills this process when its picture uses too much CPU time or memory.
 * CPU time rather than elapsed time, so a busy machine rejects no picture.
 */
export function enforceDecoderLimits({ maxCpuMs, maxGrowthBytes }: DecoderLimits): NodeJS.Timeout {
  const start = { cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }
  // The decoder uses other threads, so this timer fires while it works.
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start.cpu)
    const growth = process.memoryUsage.rss() - start.memory
    if (user + system > maxCpuMs * 1_000 || growth > maxGrowthBytes)
      process.kill(process.pid, 'SIGKILL')
  }, CHECK_INTERVAL_MS)
}
