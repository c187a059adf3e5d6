import { paths } from '#rules/paths.ts'
import type { ReportStatus } from '../../apollo/schema.generated.ts'

/** The lists of the page. */
export const lists = ['reports', 'appeals', 'log'] as const
export type List = (typeof lists)[number]

/** The filters of the queue. */
export const filters = {
  open: 'OPEN',
  decided: 'RESOLVED',
  closed: 'CLOSED',
} as const satisfies Record<string, ReportStatus>
export type Filter = keyof typeof filters

export function listOf(search: URLSearchParams): List {
  return lists.find((list) => list === search.get('list')) ?? 'reports'
}

export function filterOf(search: URLSearchParams): Filter {
  const value = search.get('status') ?? ''
  return Object.hasOwn(filters, value) ? (value as Filter) : 'open'
}

export function listPath(list: List): string {
  return list === 'reports' ? paths.moderation : `${paths.moderation}?list=${list}`
}

/** The queue, or one of its reports. */
export function queuePath(filter: Filter, report?: string): string {
  const search = new URLSearchParams({
    ...(filter !== 'open' && { status: filter }),
    ...(report !== undefined && { report }),
  })
  return search.size > 0 ? `${paths.moderation}?${search}` : paths.moderation
}
