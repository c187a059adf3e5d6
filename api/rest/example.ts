import { referenceOf, type Schema } from './json-schema.ts'

/** Examples by format, and of fields whose schemas are shared with the client and have none. */
const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T09:30:00.000Z',
  email: 'ann@example.org',
  uuid: '019aaf5e-8a00-7000-8000-000000000000',
}
const byField: Readonly<Record<string, string>> = {
  challenge: 'c3VubnkgZGF5cyBhaGVhZA',
  device: 'Firefox on Linux',
  displayName: 'Ann Lee',
  email: 'ann@example.org',
  id: '019aaf5e-8a00-7000-8000-000000000000',
  key: 'JBSWY3DPEHPK3PXP',
  name: 'Firefox on Linux',
  recoveryCodes: 'sunny-7k2m-9qxd',
  uri: 'otpauth://totp/Good%20Vibes:ann_lee?secret=JBSWY3DPEHPK3PXP',
  'provider.name': 'Sunny ID',
  'inviter.id': 'user_01h455vb4pex5vsknk084sn02q',
  'user.id': 'user_01h455vb4pex5vsknk084sn02q',
  url: 'https://id.example.org/authorize?client_id=good-vibes',
  username: 'ann_lee',
}

/** @param field the names on the way to it, such as `body.user.id` */
function fieldExample(field: string): string | undefined {
  const names = field.split('.')
  return byField[names.slice(-2).join('.')] ?? byField[names.at(-1) ?? '']
}

/**
 * An example of what a schema describes, composed of those of its required fields.
 * @param components the schemas that it refers to, by name
 * @throws RangeError for a text without an example
 */
export function exampleOf(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  field = 'body',
): unknown {
  const { examples, anyOf, properties, required = [], items, type, format } = schema
  const component = components[referenceOf(schema) ?? '']
  if (component) return exampleOf(component, components, field)
  if (examples) return examples[0]
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(anyOf)) return exampleOfUnion(anyOf as Schema[], components, field)
  if (properties)
    return Object.fromEntries(
      required.map((name) => [
        name,
        exampleOf(properties[name] ?? {}, components, `${field}.${name}`),
      ]),
    )
  if (items) return [exampleOf(items as Schema, components, field)]
  const types = [type].flat()
  if (types.includes('boolean')) return false
  if (types.includes('integer')) return schema.minimum ?? 0
  const text = byFormat[String(format)] ?? fieldExample(field)
  if (text === undefined && types.includes('null')) return null
  if (text === undefined) throw new RangeError(`The field "${field}" has no example.`)
  return text
}

/** The first alternative; null if there is one and the other is a text without an example. */
function exampleOfUnion(
  alternatives: readonly Schema[],
  components: Readonly<Record<string, Schema>>,
  field: string,
): unknown {
  const [first = {}] = alternatives
  const isNullable = alternatives.some(({ type }) => type === 'null')
  const hasExample =
    first.type !== 'string' || first.examples || first.format || fieldExample(field)
  return isNullable && !hasExample ? null : exampleOf(first, components, field)
}
