/** Milliseconds of CPU time; the slowest picture within the limits takes 3 seconds. */
const MAX_CPU = 6_000
/** Bytes by which one picture makes a decoder grow; the largest in RGB within the limits needs 340 MB. */
const MAX_GROWTH = 360 * 1024 * 1024
/** Milliseconds: a decoder may fill 100 MB in that time. */
const CHECK_EVERY = 20

/**
 * Kills this process once its picture uses too much CPU time or memory. The decoder works in other threads, so the timer fires.
 * CPU time is the measure, so that a busy machine refuses no picture.
 */
export function killWhenTooCostly(): NodeJS.Timeout {
  const start = { cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start.cpu)
    const growth = process.memoryUsage.rss() - start.memory
    if (user + system > MAX_CPU * 1_000 || growth > MAX_GROWTH) process.kill(process.pid, 'SIGKILL')
  }, CHECK_EVERY)
}
