import { expect, test } from 'vitest'
import { droppedFile, pastedPicture } from './dropped-picture.ts'

const picture = (name = 'image.png') => new File(['x'], name, { type: 'image/png' })

/** The data of a paste or drop, as browsers give it. */
function dataOf(texts: Record<string, string>, ...files: File[]) {
  return { files, getData: (type: string) => texts[type] ?? '' } as unknown as DataTransfer
}

const html = '<p>Hello</p>'

test.each([
  ['Word', { 'text/plain': 'Hello', 'text/html': html, 'text/rtf': '{\\rtf1}' }],
  ['Excel', { 'text/plain': '1\t2\r\n3\t4\r\n', 'text/html': '<table></table>' }],
  ['one cell with a number', { 'text/plain': '7' }],
  ['text about a picture', { 'text/plain': 'See image.png', 'text/html': html }],
  ['a name and more', { 'text/plain': 'image.png\nis new' }],
  ['a link', { 'text/plain': 'https://example.com/image.png' }],
])('text wins over the bitmap of %s', (_source, texts) => {
  expect(pastedPicture(dataOf(texts, picture()))).toBeNull()
})

test.each([
  ['a screenshot', {}],
  ['a picture copied in a browser', { 'text/html': '<img src="https://example.com/a.png">' }],
  ['blank text', { 'text/plain': ' \r\n\t', 'text/html': html }],
  ['a file of the Finder', { 'text/plain': 'image.png' }],
  ['a file of Nautilus', { 'text/plain': '/home/ann/My pictures/image.png' }],
  ['a file URL', { 'text/plain': 'file:///home/ann/My%20pictures/image.png\r\n' }],
  ['a file of Windows', { 'text/plain': 'C:\\Users\\Ann\\image.png' }],
  ['a file of a drive', { 'text/plain': 'D:\\image.png' }],
  ['a file of a Windows share', { 'text/plain': '\\\\server\\photos\\image.png' }],
])('%s is pasted as a picture', (_source, texts) => {
  expect(pastedPicture(dataOf(texts, picture()))?.name).toBe('image.png')
})

test('a name is the same in both Unicode forms', () => {
  const data = dataOf({ 'text/plain': 'caf\u00e9.png' }, picture('cafe\u0301.png'))
  expect(pastedPicture(data)?.name).toBe('cafe\u0301.png')
})

test('several copied files are no text, and the first picture counts', () => {
  const notes = new File(['x'], 'notes.txt', { type: 'text/plain' })
  const data = dataOf({ 'text/plain': 'notes.txt\nb c.png\n' }, notes, picture('b c.png'))
  expect(pastedPicture(data)?.name).toBe('b c.png')
})

test('a dropped picture is attached, also with the text of its address', () => {
  const data = dataOf({ 'text/plain': 'https://example.com/image.png' }, picture())
  expect(droppedFile(data)?.name).toBe('image.png')
})

test('a dropped file that is no picture is refused with a message, not opened by the browser', () => {
  const notes = new File(['x'], 'notes.pdf', { type: 'application/pdf' })
  expect(droppedFile(dataOf({}, notes))?.name).toBe('notes.pdf')
  expect(droppedFile(dataOf({}, notes, picture('b.png')))?.name).toBe('b.png')
  expect(pastedPicture(dataOf({}, notes))).toBeNull()
})
