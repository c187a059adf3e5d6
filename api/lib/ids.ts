import { fromString, toUUID } from 'typeid-js'
import { V7Generator } from 'uuidv7'
import { demoUser } from '#rules/demo-user.ts'

/** The kinds of things that have an id outside, and the prefix that tells them. */
const prefixes = { User: 'user', Post: 'post' } as const
export type NodeType = keyof typeof prefixes

export function isNodeType(name: string): name is NodeType {
  return Object.hasOwn(prefixes, name)
}

/** The demo user's key in the database: version 7 at time zero, so that no generator makes it. */
export const DEMO_USER_UUID = '00000000-0000-7000-8000-00000000de00'

/** A UUID of the database as the id seen outside: `post_01h455vb4pex5vsknk084sn02q`. */
export function toPublicId(type: NodeType, uuid: string): string {
  return uuid === DEMO_USER_UUID ? demoUser.id : `${prefixes[type]}_${suffixOf(uuid)}`
}

const DIGITS = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz')
const [HYPHEN, ZERO, LETTERS, LOWER, LETTERS_FROM_TEN] = [0x2d, 0x30, 0x41, 0x20, 0x57]

const suffix = Buffer.alloc(26)

/** The 128 bits of a UUID as TypeID writes them, five to a digit. An answer has dozens, so it is done without the library's checks. */
function suffixOf(uuid: string): string {
  let written = 0
  // Two bits are put in front, so that 26 digits come out even.
  let [bits, pending] = [0, 2]
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at)
    if (code === HYPHEN) continue
    bits = ((bits << 4) | (code < LETTERS ? code - ZERO : (code | LOWER) - LETTERS_FROM_TEN)) & 0xff
    pending += 4
    if (pending < 5) continue
    pending -= 5
    suffix[written++] = DIGITS[(bits >> pending) & 31] as number
  }
  return suffix.toString('latin1')
}

/** The key of nobody and nothing. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** An id from outside as type and UUID; null for anything that is none. */
export function fromPublicId(id: string): { type: NodeType; uuid: string } | null {
  if (id === demoUser.id) return { type: 'User', uuid: DEMO_USER_UUID }
  const type = (Object.keys(prefixes) as NodeType[]).find((each) =>
    id.startsWith(`${prefixes[each]}_`),
  )
  if (!type) return null
  try {
    return { type, uuid: toUUID(fromString(id, prefixes[type])) }
  } catch {
    return null
  }
}

// The generator runs ahead of the clock by some milliseconds when many ids are made in one; never by more than this.
const ROLLBACK_ALLOWANCE = 60_000

/** Makes UUIDv7 that never go back, whatever the clock does; `begin` is the newest id that stands already. */
export class IdGenerator {
  readonly #generator = new V7Generator()
  #latest: number

  constructor(begin?: string) {
    // Within the newest one's millisecond, a generator that begins anew may count from below it.
    this.#latest = begin ? timeOf(begin).getTime() + 1 : 0
  }

  next(now: number = Date.now()): string {
    this.#latest = Math.max(now, this.#latest)
    return this.#generator.generateOrResetCore(this.#latest, ROLLBACK_ALLOWANCE).toString()
  }
}

/** The time a UUIDv7 was made, to the millisecond. */
export function timeOf(uuid: string): Date {
  return new Date(millisecondsOf(uuid))
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]
const numbersOf = (digits: number) =>
  Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, '0'))
const [of60, of1000] = [numbersOf(2), numbersOf(3)]
let [day, date] = [Number.NaN, '']

/** The same as ISO 8601 writes it. A page has dozens, so each day is written once. */
export function isoTimeOf(uuid: string): string {
  const time = millisecondsOf(uuid)
  const rest = time % DAY
  if (time - rest !== day) {
    day = time - rest
    date = new Date(day).toISOString().slice(0, 11)
  }
  const [hours, minutes, seconds] = [rest / HOUR, (rest / MINUTE) % 60, (rest / SECOND) % 60]
  return `${date}${of60[hours | 0]}:${of60[minutes | 0]}:${of60[seconds | 0]}.${of1000[rest % SECOND]}Z`
}

function millisecondsOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
}
