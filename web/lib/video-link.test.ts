import { expect, test } from 'vitest'
import { hostOf, kindOfVideo } from './video-link.ts'

test.each([
  ['https://example.com/a.mp4', 'file'],
  ['https://example.com/a.WEBM?x=1#t', 'file'],
  ['https://www.youtube.com/watch?v=a.mp4', 'page'],
  ['http://example.com/', 'page'],
  ['javascript:alert(1)//a.mp4', 'invalid'],
  ['data:video/mp4;base64,AAAA', 'invalid'],
  ['https://example.com/a\u202e4pm.exe', 'invalid'],
  ['a.mp4', 'invalid'],
  ['', 'invalid'],
])('%s is a %s', (url, kind) => {
  expect(kindOfVideo(url)).toBe(kind)
})

test('hostOf leaves out www', () => {
  expect(hostOf('https://www.youtube.com/watch')).toBe('youtube.com')
})
