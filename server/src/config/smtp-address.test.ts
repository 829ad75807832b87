import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { smtpAddress } from './smtp-address.mjs'

const read = (url: string) => smtpAddress(url)
const problem = (url: string): string => {
  try {
    smtpAddress(url)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the address of the mail server', () => {
  test('names host, port, user and password', () => {
    expect(read('smtps://portal:p%40ss%2Fword@mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 465,
      credentials: { user: 'portal', password: 'p@ss/word' },
      encryption: 'whole',
    })
    expect(read('smtp://mail.example.com:2525')).toMatchObject({ port: 2525, encryption: 'required' })
    expect(read('smtp://mail.example.com')).toMatchObject({ port: 587, credentials: undefined })
  })

  test('requires encryption beyond this machine, and always with a password (S77)', () => {
    for (const host of ['mail.example.com', '10.0.0.5', '128.0.0.1', 'localhost.example.com', '[fe80::1]'])
      expect(read(`smtp://a:b@${host}`).encryption).toBe('required')
    for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '[::1]'])
      expect(read(`smtp://a:b@${host}`).encryption).toBe('none')
    expect(read('smtp://relay.example.com?starttls=optional').encryption).toBe('optional')
    expect(problem('smtp://a:b@relay.example.com?starttls=optional')).toContain('plain text')
  })

  test.each([
    'http://mail.example.com',
    'smtp://',
    'mail.example.com',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?tls=off',
    'smtp://user-only@mail.example.com',
    'smtp://a:%E0%A4%A@mail.example.com',
    'smtp://a:hunter2@mail.example.com/hunter2#hunter2',
  ])('is refused as %s, without repeating a password', (url) => {
    expect(problem(url)).toMatch(/^must /)
    expect(problem(url)).not.toContain('hunter2')
  })

  test('needs the sender address of mails', () => {
    const PORTAL_SMTP_URL = 'smtp://mail.example.com'
    expect(() => readConfig({ PORTAL_SMTP_URL })).toThrow('PORTAL_MAIL_FROM is required with PORTAL_SMTP_URL')
    expect(readConfig({ PORTAL_SMTP_URL, PORTAL_MAIL_FROM: 'portal@example.com' }).smtp?.host).toBe('mail.example.com')
  })
})
