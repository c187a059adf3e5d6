import { Command, InvalidArgumentError } from 'commander'
import { createAdminLink } from '#api/features/admin-link/admin-link.write.ts'
import { checkInvitation } from '#api/features/invitation/invitation.rules.ts'
import { createInvitation } from '#api/features/invitation/invitation.write.ts'
import { type Count, readYear } from '#api/features/moderation/yearly.read.ts'
import { joinPath } from '#rules/paths.ts'
import { formatTable } from './table.ts'
import { wholeNumber } from './whole-number.ts'
import { withServices } from './with-database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export function administrationCommands(): Command[] {
  return [
    new Command('admin-link')
      .description('print a link that makes the signed-in person who opens it an administrator')
      .action(adminLink),
    new Command('invite')
      .description('create a link to join with, and print it')
      .option('--uses <number>', 'how many people can join with it', wholeNumber(), 1)
      .option('--days <number>', 'how many days it works', wholeNumber(), 7)
      .action(invite),
    new Command('report')
      .description(
        'print a year of moderation: reports, decisions by rule, appeals, reversals, response times',
      )
      .requiredOption('--year <year>', 'for example 2026, in UTC', readYearNumber)
      .action(yearlyReport),
  ]
}

async function adminLink() {
  const url = await withServices((services) => createAdminLink(services))
  console.log(url)
  console.log('Open it while you are signed in. It works once, for one hour.')
}

async function invite({ uses, days }: { uses: number; days: number }) {
  const limits = checkInvitation({
    maxUses: uses,
    expiresAt: new Date(Date.now() + days * DAY_MS),
  })
  const url = await withServices(async (services) => {
    const { code } = await createInvitation(services, {
      inviterId: null,
      followIds: [],
      ...limits,
    })
    return services.settings.publicUrl + joinPath(code)
  })
  console.log(url)
  console.log(
    `It works ${uses === 1 ? 'once' : `${uses} times`}, until ${limits.expiresAt.toISOString()}.`,
  )
}

async function yearlyReport({ year }: { year: number }) {
  const report = await withServices(({ database }) => readYear(database, year))
  const { median, slowest } = report.responseHours
  for (const [title, counts] of [
    ['Reports', report.reports],
    ['Decisions', report.decisions],
    ['Appeals', report.appeals],
    ['Reversals', report.reversals],
  ] as const)
    console.log(`${title} in ${year}: ${totalOf(counts)}\n${tableOf(counts)}`)
  console.log(`Hours until a decision: median ${hours(median)}, slowest ${hours(slowest)}`)
}

const hours = (value: number | null) => value?.toFixed(1) ?? 'none'

function totalOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function tableOf(counts: readonly Count[]): string {
  if (counts.length === 0) return ''
  return `${formatTable(counts.map(({ name, count }) => ({ name, count: String(count) })))}\n`
}

function readYearNumber(argument: string): number {
  if (!/^2\d{3}$/.test(argument)) throw new InvalidArgumentError('Enter a year, such as 2026.')
  return Number(argument)
}
