import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { pseudo, pseudoMessage } from './pseudo-text.ts'

test('pseudo-text is accented and longer, without change to tags', () => {
  expect(pseudo('Save <0>it</0>')).toMatch(/^\[!!! Śāvē <0>īť<\/0>.+ !!!\]$/)
  expect(pseudo('A longer sentence').length).toBeGreaterThan('A longer sentence'.length * 1.4)
})

test('placeholders and plural forms still work', () => {
  const message = [
    'Hi ',
    ['name'],
    ', ',
    ['count', 'plural', { one: ['#', ' like'], other: ['#', ' likes'] }],
  ]
  const i18n = setupI18n({
    locale: 'en',
    messages: { en: { id: pseudoMessage(message as never) } },
  })
  expect(i18n._('id', { name: 'Robin', count: 1 })).toMatch(/^\[!!! Ĥī Robin, 1 ĺīķē.* !!!\]$/)
  expect(i18n._('id', { name: 'Robin', count: 5 })).toMatch(/5 ĺīķēś/)
})
