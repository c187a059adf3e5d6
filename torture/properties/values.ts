import fc, { type Arbitrary } from 'fast-check'

/** Values that exist in the database. */
export interface ExistingValues {
  userId: string
  username: string
  postId: string
  /** Of the list of all posts. */
  cursor: string
  /** Of an upload of the test user. */
  imageUrl: string
}

const SPECIAL_TEXTS = [
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
/** A UTF-16 code unit, including lone surrogates. */
const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

/** Arbitrary, empty, very long and special texts. */
export const anyText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: codeUnit, maxLength: 60 }),
  fc.constantFrom(...SPECIAL_TEXTS),
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

export const anyJson: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) as Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.oneof(fc.double(), fc.integer(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: nested },
)

/** Values that may be valid for an input with this name. */
function likelyValue(name: string, existing: ExistingValues): Arbitrary<unknown> {
  const pick = (...values: unknown[]) => fc.constantFrom(...values)
  if (/^(first|last|limit)$/.test(name))
    return fc.oneof(fc.integer({ min: 1, max: 100 }), pick(0, -1, 101, 2 ** 31, 1.5, '5'))
  if (/^(after|before|cursor)$/.test(name))
    return pick(existing.cursor, `${existing.cursor}A`, existing.cursor.slice(0, -2), null)
  if (/ids$/i.test(name))
    return fc.array(pick(existing.userId, existing.postId, 'nothing'), { maxLength: 120 })
  if (/id$/i.test(name))
    return pick(
      existing.postId,
      existing.userId,
      existing.username,
      'demo-user',
      existing.postId.replace(/.$/, '0'),
    )
  if (/(url|avatar)$/i.test(name))
    return pick(existing.imageUrl, 'https://example.org/a.png', 'http://localhost', '', null)
  return pick('A good day', 'bread', existing.username, 'someone@example.org', '', null, true)
}

export const valueFor = (name: string, existing: ExistingValues): Arbitrary<unknown> =>
  fc.oneof(likelyValue(name, existing), anyJson)
