const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1000

/** A size such as `12.4 MB`. */
export function formatBytes(size: number): string {
  const unit = Math.min(
    UNITS.length - 1,
    size < STEP ? 0 : Math.floor(Math.log(size) / Math.log(STEP)),
  )
  const value = (size / STEP ** unit).toLocaleString('en', {
    maximumFractionDigits: unit === 0 ? 0 : 1,
  })
  return `${value} ${UNITS[unit]}`
}

/** `1 post`, `1,200 posts`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
