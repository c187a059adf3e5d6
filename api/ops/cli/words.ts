const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1000

/** A size for people: `12.4 MB`. */
export function bytes(size: number): string {
  const unit = Math.min(
    UNITS.length - 1,
    size < STEP ? 0 : Math.floor(Math.log(size) / Math.log(STEP)),
  )
  return `${(size / STEP ** unit).toLocaleString('en', { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${UNITS[unit]}`
}

/** `1 post`, `1,200 posts`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
