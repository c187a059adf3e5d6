import fc, { type Arbitrary } from 'fast-check'

/** What is there to be named. */
export interface Known {
  userId: string
  username: string
  postId: string
  /** Of the list of all posts. */
  cursor: string
  /** Of an upload of whoever asks. */
  picture: string
}

const TRICKY = [
  ...[
    '',
    ' ',
    '\0',
    '\u202e',
    '%',
    '%%%%',
    '%00',
    '_',
    '\\',
    '"',
    "' OR 1=1 --",
    '{{7*7}}',
    '*:*&!',
    '../../etc/passwd',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '1e999',
    '-0',
    '0x10',
    '9007199254740993',
  ],
  ...[
    'https://',
    'http://[',
    'http://a@b',
    'https://example.org/\u{1f600}',
    'javascript:alert(1)',
    `/media/${'a'.repeat(64)}.webp`,
  ],
  ...[
    'data:',
    'data:,',
    'data:image/png;base64,',
    'data:image/png;base64,AAAA',
    'data:image/png;base64,*',
    'user_',
    'post_zzzz',
    'demo-user',
  ],
]
/** Of UTF-16, so halves of characters come alone as well. */
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

/** Of any characters, of none, of too many, of such as mean something somewhere. */
export const anyText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit, maxLength: 60 }),
  fc.constantFrom(...TRICKY),
  fc
    .tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 4_000 }),
    )
    .map(([text, n]) => text.repeat(n)),
)

const nested = fc
  .tuple(fc.integer({ min: 1, max: 2_000 }), fc.boolean())
  .map(
    ([depth, list]) =>
      JSON.parse(
        (list ? '[' : '{"a":').repeat(depth) + (list ? '' : '1') + (list ? ']' : '}').repeat(depth),
      ) as unknown,
  )

/** Whatever JSON can say. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) as Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.oneof(fc.double(), fc.integer(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: nested },
)

/** What may well be right for an input of a name. */
export function likely(name: string, known: Known): Arbitrary<unknown> {
  const pick = (...values: unknown[]) => fc.constantFrom(...values)
  if (/^(first|last|limit)$/.test(name))
    return fc.oneof(fc.integer({ min: 1, max: 100 }), pick(0, -1, 101, 2 ** 31, 1.5, '5'))
  if (/^(after|before|cursor)$/.test(name))
    return pick(known.cursor, `${known.cursor}A`, known.cursor.slice(0, -2), null)
  if (/ids$/i.test(name))
    return fc.array(pick(known.userId, known.postId, 'nothing'), { maxLength: 120 })
  if (/id$/i.test(name))
    return pick(
      known.postId,
      known.userId,
      known.username,
      'demo-user',
      known.postId.replace(/.$/, '0'),
    )
  if (/(url|avatar)$/i.test(name))
    return pick(known.picture, 'https://example.org/a.png', 'http://localhost', '', null)
  return pick('A good day', 'bread', known.username, 'somebody@example.org', '', null, true)
}

export const valueFor = (name: string, known: Known): Arbitrary<unknown> =>
  fc.oneof(likely(name, known), anyJson)
