import { expect, test } from 'vitest'
import { messageId, oneLine, plainText, retryMinutes } from './mail-rules.ts'

test('a subject is one line, so that it starts no header of its own', () => {
  expect(oneLine(' Hello\r\nBcc: all@example.test\u0000\t! ')).toBe('Hello Bcc: all@example.test !')
})

test('the text of an announcement has a line for each paragraph and item', () => {
  expect(plainText('<p>One</p><p>Two<br>Three<br />Four<BR/>Five</p>')).toBe('One\nTwo\nThree\nFour\nFive')
  expect(plainText('<h1>A</h1><h6>B</h6><ul><li class="x">c</li><LI>d</LI></ul><div>e</div>f')).toBe(
    'A\nB\n- c\n- d\ne\nf',
  )
  expect(plainText('<table><tr><td>a</td></tr><tr><td>b</td></tr></table><blockquote>c</blockquote>d')).toBe(
    'a\nb\nc\nd',
  )
})

test('the text of an announcement has no tags, no lines that end in spaces and no gaps', () => {
  expect(plainText(' <p>One <b>two</b> \t</p><p></p><p></p><p>Three</p> ')).toBe('One two\n\nThree')
  expect(plainText('a<p>b</p><p></p>c')).toBe('ab\n\nc')
})

test('the text of an announcement has its signs as they are read', () => {
  expect(plainText('&amp;&lt;&gt;&quot;x&nbsp;y&#39;&amp;lt;&euro;')).toBe(`&<>"x y'&lt;&euro;`)
})

test('a mail is tried again after 1, 2, 4 and so on minutes, at most 60', () => {
  expect([1, 2, 3, 6, 7, 8, 20].map(retryMinutes)).toEqual([1, 2, 4, 32, 60, 60, 60])
})

test('every attempt of a mail has the same id', () => {
  expect(messageId(7, new Date(36), 'portal.test')).toBe('<outbox-7.10@portal.test>')
})
