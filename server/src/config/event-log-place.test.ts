import { expect, test } from 'vitest'
import { eventLogPlace } from './event-log-place.mjs'

test('an operator names a file, the output of the portal, or a syslog server', () => {
  expect(eventLogPlace('json:stdout')).toEqual({ kind: 'stdout', name: 'json:stdout' })
  expect(eventLogPlace('json:/var/log/portico.jsonl')).toMatchObject({ kind: 'file', file: '/var/log/portico.jsonl' })
  const plain = { kind: 'syslog', host: 'siem.example.com', port: 514, isEncrypted: false }
  expect(eventLogPlace('syslog://siem.example.com')).toEqual({ ...plain, name: 'syslog://siem.example.com:514' })
  expect(eventLogPlace('syslog+tls://siem.example.com')).toMatchObject({ port: 6514, isEncrypted: true })
  expect(eventLogPlace('syslog+tls://[2001:db8::7]:7000/')).toMatchObject({ host: '2001:db8::7', port: 7000 })
})

test.each([
  'json:',
  'json:events.jsonl',
  'events.jsonl',
  'syslog://',
  'syslog+udp://siem.example.com',
  'https://siem.example.com',
  'syslog://siem.example.com:0',
  'syslog://siem.example.com:70000',
  'syslog://user:secret@siem.example.com',
  'syslog://siem.example.com/path',
  'syslog+tls://siem.example.com?verify=off',
])('the portal does not start with %s, and says what it takes', (text) => {
  expect(() => eventLogPlace(text)).toThrow(/^must be json:stdout, json: with the absolute path of a file, syslog:/)
})
