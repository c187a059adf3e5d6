import { expect, test } from 'vitest'
import { email, newEmail } from './account-fields.ts'

test.each([
  ['Ann@Example.org', 'ann@example.org'],
  [' ann@example.org\n', 'ann@example.org'],
  ['a&b=c/d!e#f$g%h*i+j@example.org', 'a&b=c/d!e#f$g%h*i+j@example.org'],
  ["o'neil?^_`{|}~-.@example.org", "o'neil?^_`{|}~-.@example.org"],
  ['x@xn--e1afmkfd.xn--p1ai', 'x@xn--e1afmkfd.xn--p1ai'],
  ['X@XN--E1AFMKFD.XN--P1AI', 'x@xn--e1afmkfd.xn--p1ai'],
  ['x@пример.рф', 'x@xn--e1afmkfd.xn--p1ai'],
  ['x@ПРИМЕР.РФ', 'x@xn--e1afmkfd.xn--p1ai'],
  ['x@bücher.example', 'x@xn--bcher-kva.example'],
  ['x@bu\u0308cher.example', 'x@xn--bcher-kva.example'],
  ['x@BÜCHER\u3002example', 'x@xn--bcher-kva.example'],
  ['x@straße.example', 'x@xn--strae-oqa.example'],
  ['x@例え.テスト', 'x@xn--r8jz45g.xn--zckzah'],
  ['x@مثال.إختبار', 'x@xn--mgbh0fb.xn--kgbechtv'],
  ['x@ｅｘａｍｐｌｅ.org', 'x@example.org'],
  ['x@localhost', 'x@localhost'],
  ['x@1.2.3.4', 'x@1.2.3.4'],
])('%j is the address %s', (typed, stored) => {
  expect(email.parse(typed)).toBe(stored)
  expect(email.parse(stored)).toBe(stored)
})

test.each([
  'ann',
  '@example.org',
  'ann@',
  'a b@example.org',
  'a@b@example.org',
  'ann@example.org.',
  'ann@-example.org',
  'ann@exa_mple.org',
  'ann@example..org',
  `ann@${'x'.repeat(64)}.org`,
  `${'x'.repeat(250)}@x.org`,
  'ünal@example.org',
  // The lower case of the Kelvin sign is k.
  '\u212Aelvin@example.org',
  'x@bücher.example/path',
  'x@bücher.example:25',
  'x@bücher.example?a',
  'x@bücher.example#a',
  'x@ann@bücher.example\\a',
  'x@bü\u0000cher.example',
  'x@bü cher.example',
  'x@b\u2100ü.example',
  'x@[2001:db8::1]',
])('%j is no address', (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe('EMAIL_INVALID')
})

test('an address of a reserved domain is not new in any spelling', () => {
  for (const typed of ['x@deleted.invalid', 'x@DEMO.invalid', 'x@ｄｅｍｏ．invalid'])
    expect(newEmail.safeParse(typed).success).toBe(false)
})
