import { mailTexts } from '@portico/contract/mail/mail-texts.ts'
import { tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { expect, test } from 'vitest'
import { mailOccasion, mailSamples } from '../../../test/mail-samples.ts'
import { translateAsShipped } from '../../http/sentences.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import type { ComposedMail } from './compose-mail.ts'
import { contrast, inkOn, ensureContrast } from '@portico/contract/mail/mail-color-rules.ts'
import type { MailTemplate } from './mail-fields.ts'
import type { MailBrand } from '@portico/contract/mail/mail-layout.ts'
import type { MailContent } from './outbox-store.ts'
import { mailComposer, sealMailSecret } from './public.ts'

const keys = keyRing([{ id: 'test', key: 'k'.repeat(32) }])
const render = mailComposer({
  keys,
  portalUrl: new URL('https://portal.example.test'),
  timeZone: 'America/Chicago',
  phones: tenDigitPhones,
})
const compose = (...[template, fields, shown]: [MailTemplate, unknown, MailBrand]) =>
  render(template, fields, shown, { texts: mailTexts, language: 'en', say: translateAsShipped })
const etag = 'e'.repeat(64)
const brand: MailBrand = {
  clientName: 'Northwind & Sons',
  bandColor: '12344d',
  buttonColor: 'ffd24a',
  logo: `/ccservices/images/branding/${etag}`,
}
const temporary: MailContent = {
  template: 'temporary-password',
  fields: {
    firstName: 'Ada',
    userName: 'ada.l',
    password: sealMailSecret(keys, 'ghj4k-m2n3p'),
    validUntil: '2026-01-31T18:35:00.000Z',
    reason: 'forgotten',
  },
}
const confirmation: MailContent = {
  template: 'confirm-email',
  fields: {
    firstName: 'Ada',
    address: 'ada@new.test',
    token: sealMailSecret(keys, 'the-token-of-the-link'),
    validUntil: '2026-01-31T18:35:00.000Z',
  },
}
/** Text messages and first passwords, which become another mail, have a form of their own. */
const everyMail = mailSamples(keys).filter(
  ({ template }) => !['opt-out-text', 'announcement-text', 'first-password'].includes(template),
)
function read({ template, fields }: MailContent, of = brand): ComposedMail & { html: string } {
  const mail = compose(template, fields, of)
  if (mail.html === null) throw new Error('That is a text message')
  return { ...mail, html: mail.html }
}

test('my temporary password is in text and HTML, with its expiry in my portal’s time (PSWD-032)', () => {
  const { subject, text, html } = read(temporary)
  expect(subject).toBe('Your temporary password')
  for (const each of [text, html]) {
    expect(each).toContain('ghj4k-m2n3p')
    expect(each).toContain('ada.l')
    expect(each).toContain('January 31, 2026 at 12:35 PM CST')
    expect(each).toContain('https://portal.example.test/login')
  }
  expect(JSON.stringify(temporary.fields)).not.toContain('ghj4k')
})

test('a telephone number has the same format in a mail as on every screen', () => {
  const request = everyMail.find(({ template }) => template === 'enhancement-request')
  if (!request) throw new Error('There is no such mail')
  for (const written of [read(request).text, read(request).html]) {
    expect(written).toContain('206-555-0100')
    expect(written).not.toContain('2065550100')
  }
})

test('every mail has the same content in text and HTML, greets, names the client and gives its reason', () => {
  for (const mail of everyMail) {
    const { subject, text, html } = read(mail)
    expect(subject).not.toMatch(/[{}\r\n]/)
    expect(`${text}${html.replace(/<style>.*<\/style>/s, '')}`).not.toMatch(/[{}]|undefined|null/)
    const words = html
      .replace(/<style>.*<\/style>|<title>.*<\/title>/gs, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
    expect(words).toContain('Northwind &amp; Sons')
    for (const line of text.split('\n').filter((each) => each && !/^-- |: |:$|Northwind/.test(each)))
      expect(words).toContain(line.trim())
  }
})

test('a mail loads nothing but the logo of the brand, and is complete without it', () => {
  for (const mail of everyMail) {
    const { html } = read(mail)
    expect(
      html
        .match(/(?:src|url|href)[=(]["']?[^"')]*/g)
        ?.filter((link) => !link.startsWith('href="https://portal.example.test/')),
    ).toEqual([`src="https://portal.example.test/ccservices/images/branding/${etag}`])
    expect(html).not.toMatch(/<script|<link|@import|javascript:/i)
    expect(read(mail, { ...brand, logo: null }).html).not.toContain('<img')
  }
})

test('names, titles and texts stay text in HTML (S61c)', () => {
  const evil = `<img src=x onerror=alert(1)> & "' {firstName}`
  const { html, text } = compose(
    'security-alert',
    {
      firstName: evil,
      reader: 'administrator',
      personName: evil,
      userName: evil,
      ...mailOccasion,
      device: evil,
      place: evil,
    },
    { ...brand, clientName: evil, logo: null },
  )
  expect(html).not.toContain('<img')
  expect(html?.split('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;&#39; {firstName}').length).toBeGreaterThan(6)
  expect(text).toContain(`Hello ${evil},`)
})

test('the link that confirms an address keeps its token behind the #, where no server sees it', () => {
  const { text } = read(confirmation)
  expect(text).toContain(
    'https://portal.example.test/content-authenticated/account-settings#confirm-email=the-token-of-the-link',
  )
  expect(JSON.stringify(confirmation.fields)).not.toContain('the-token')
})

test('a text message has its text alone (ACCT-062)', () => {
  const { text, html } = compose('opt-out-text', { clientName: 'Northwind' }, brand)
  expect(html).toBeNull()
  expect(text).toBe('Northwind portal: text messages to this number are turned off. This is the last one.')
  expect(text.length).toBeLessThanOrEqual(160)
})

test('a request that asks for no answer contains no address of the sender (CONT-007)', () => {
  const fields = {
    number: 1001,
    sectionName: 'Cards',
    clientName: 'C',
    personName: 'Ada L',
    comment: 'x',
    contact: null,
  }
  expect(read({ template: 'enhancement-request', fields }).text).toContain('No reply requested.')
})

test('a line end in a title starts no header (S61c)', () => {
  const { subject } = compose('announcement', { title: 'Closed\r\nBcc: all@example.test', text: '' }, brand)
  expect(subject).toBe('Closed Bcc: all@example.test')
})

test('invalid fields, and secrets of a removed key, cannot be composed', () => {
  expect(() => compose('password-changed', { firstName: 'Ada' }, brand)).toThrow('expected')
  const other = keyRing([{ id: 'other', key: 'o'.repeat(32) }])
  const fields = { ...temporary.fields, password: sealMailSecret(other, 'secret') }
  expect(() => compose('temporary-password', fields, brand)).toThrow('PORTAL_SECRET_KEYS')
})

test('button texts are readable on every brand, and the button stands out on light and dark', () => {
  for (let n = 0; n < 4096; n++) {
    const color = [n >> 8, (n >> 4) & 15, n & 15].map((part) => (part * 17).toString(16).padStart(2, '0')).join('')
    expect(contrast(inkOn(color), color)).toBeGreaterThanOrEqual(4.5)
    for (const background of ['ffffff', '181e26']) {
      const button = ensureContrast(color, background, 3)
      expect(contrast(button, background)).toBeGreaterThanOrEqual(3)
      expect(contrast(inkOn(button), button)).toBeGreaterThanOrEqual(4.5)
    }
  }
})
