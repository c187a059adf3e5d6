import { fromString, toUUID } from 'typeid-js'
import { V7Generator } from 'uuidv7'
import { demoUser } from '#rules/demo-user.ts'

/** Types with a public id, and the prefix of their TypeID. */
const prefixes = {
  User: 'user',
  Post: 'post',
  Share: 'share',
  Invitation: 'invitation',
  Application: 'application',
  Report: 'report',
  ModerationEvent: 'moderation',
  ModerationNote: 'note',
  Appeal: 'appeal',
  Notification: 'notification',
  Thanks: 'thanks',
  ApiToken: 'token',
  Webhook: 'webhook',
  WebhookDelivery: 'delivery',
} as const
export type NodeType = keyof typeof prefixes

export function isNodeType(name: string): name is NodeType {
  return Object.hasOwn(prefixes, name)
}

/** A UUIDv7 at time zero, which no generator produces. */
export const DEMO_USER_UUID = '00000000-0000-7000-8000-00000000de00'

/** Encodes a UUID as a public id (TypeID): `post_01h455vb4pex5vsknk084sn02q`. */
export function toPublicId(type: NodeType, uuid: string): string {
  return uuid === DEMO_USER_UUID ? demoUser.id : `${prefixes[type]}_${suffixOf(uuid)}`
}

const DIGITS = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz')
const [HYPHEN, ZERO, LETTERS, LOWER, LETTERS_FROM_TEN] = [0x2d, 0x30, 0x41, 0x20, 0x57]

const suffix = Buffer.alloc(26)

/** Encodes a UUID in base 32, as TypeID does, without the library's costly checks. */
function suffixOf(uuid: string): string {
  let written = 0
  // Two leading zero bits pad 128 bits to 26 digits of 5 bits.
  let [bits, pending] = [0, 2]
  for (let index = 0; index < uuid.length; index++) {
    const code = uuid.charCodeAt(index)
    if (code === HYPHEN) continue
    bits = ((bits << 4) | (code < LETTERS ? code - ZERO : (code | LOWER) - LETTERS_FROM_TEN)) & 0xff
    pending += 4
    if (pending < 5) continue
    pending -= 5
    suffix[written++] = DIGITS[(bits >> pending) & 31] as number
  }
  return suffix.toString('latin1')
}

export const NIL_UUID = '00000000-0000-0000-0000-000000000000'
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Decodes a public id; null when it is invalid. */
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

/** A function from a type's public ids to UUIDs, which throws what `notFound` makes for others. */
export function idParser(type: NodeType, notFound: (field?: string) => Error) {
  return (publicId: string, field?: string): string => {
    const key = fromPublicId(publicId)
    if (key?.type !== type) throw notFound(field)
    return key.uuid
  }
}

// The generator can run a few milliseconds ahead of the clock when it makes many ids.
const ROLLBACK_ALLOWANCE_MS = 60_000

/** Generates monotonic UUIDv7, even when the clock goes back. */
export class IdGenerator {
  readonly #generator = new V7Generator()
  #latest: number

  /** @param newest the newest existing id */
  constructor(newest?: string) {
    // In the newest id's own millisecond, a new generator could start with a smaller counter.
    this.#latest = newest ? timeOf(newest).getTime() + 1 : 0
  }

  next(now: number = Date.now()): string {
    this.#latest = Math.max(now, this.#latest)
    return this.#generator.generateOrResetCore(this.#latest, ROLLBACK_ALLOWANCE_MS).toString()
  }
}

/** The creation time in a UUIDv7, to the millisecond. */
export function timeOf(uuid: string): Date {
  return new Date(millisecondsOf(uuid))
}

/** The smallest UUIDv7 at a time, in milliseconds. */
export function oldestIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]
const paddedNumbers = (digits: number) =>
  Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, '0'))
const [twoDigits, threeDigits] = [paddedNumbers(2), paddedNumbers(3)]
let [cachedDay, datePrefix] = [Number.NaN, '']

/** The same in ISO 8601. A page has dozens of them, so the date of the last day is cached. */
export function isoTimeOf(uuid: string): string {
  const time = millisecondsOf(uuid)
  const rest = time % DAY
  if (time - rest !== cachedDay) {
    cachedDay = time - rest
    datePrefix = new Date(cachedDay).toISOString().slice(0, 11)
  }
  const [hours, minutes, seconds] = [rest / HOUR, (rest / MINUTE) % 60, (rest / SECOND) % 60]
  const clock = `${twoDigits[hours | 0]}:${twoDigits[minutes | 0]}:${twoDigits[seconds | 0]}`
  return `${datePrefix}${clock}.${threeDigits[rest % SECOND]}Z`
}

function millisecondsOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
}
