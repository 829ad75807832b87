import type { Language } from '@portico/contract/texts/languages.ts'
import { shippedMailTexts } from '@portico/contract/texts/shipped-texts.ts'
import { tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { expect, test } from 'vitest'
import { mailSamples } from '../../../test/mail-samples.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { translateTo } from '../../http/sentences.ts'
import { mailComposer } from './public.ts'

const keys = keyRing([{ id: 'test', key: 'k'.repeat(32) }])
const render = mailComposer({
  keys,
  portalUrl: new URL('https://portal.example.test'),
  timeZone: 'Europe/Berlin',
  phones: tenDigitPhones,
})
const brand = { clientName: 'Hafenbank', bandColor: '12344d', buttonColor: 'ffd24a', logo: null }
const composed = (language: Language) =>
  mailSamples(keys).map(({ template, fields }) => ({
    template,
    ...render(template, fields, brand, { texts: shippedMailTexts[language], language, say: translateTo(language) }),
  }))

/** Parts between placeholders that are long enough to be recognized by, and that no German text has. */
const english = Object.values(shippedMailTexts.en)
  .flatMap((text) => String(text).split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/))
  .map((part) => part.trim())
  .filter((part) => part.length > 8 && !Object.values(shippedMailTexts.de).some((text) => String(text).includes(part)))

test.each(composed('de'))('the mail $template is German throughout: $subject', ({ subject, text, html }) => {
  const written = `${subject}\n${text}\n${html ?? ''}`
  expect(english.length).toBeGreaterThan(150)
  expect(english.filter((part) => written.includes(part))).toEqual([])
  expect(`${subject}\n${text}`).not.toMatch(/[{}]|undefined|null|\b[AP]M\b|January|Hello|\bon Windows|unknown browser/)
  expect(html ?? '<html lang="de">').toContain('<html lang="de">')
})

test.each(['en', 'de'] as const)(
  'every mail says in the language %s what was read in it last; what it says anew is read and recorded with -u',
  async (language) => {
    const mails = composed(language).map(({ template, subject, text }) => `=== ${template}: ${subject}\n\n${text}\n`)
    await expect(mails.join('\n')).toMatchFileSnapshot(`../../../test/mails/${language}.txt`)
  },
)

test('a German mail has German dates, numbers, devices, places and names of jobs', () => {
  const mails = composed('de')
  const textOf = (template: string, at = 0) => mails.filter((mail) => mail.template === template)[at]?.text
  expect(textOf('new-sign-in')).toContain('Zeitpunkt: 31. Januar 2026 um 19:05 MEZ')
  expect(textOf('new-sign-in')).toContain('Gerät: Firefox unter Windows')
  expect(textOf('new-sign-in', 1)).toContain('Gerät: Ein unbekannter Browser')
  expect(textOf('new-sign-in', 1)).toContain('Ort: das Firmennetz (10.0.0.1)')
  expect(textOf('grants-end', 1)).toContain('und 1.203 weitere')
  expect(textOf('job-failed')).toContain('„E-Mails zustellen“')
  expect(textOf('job-failed', 1)).toContain('„My own job“')
  expect(mails.filter(({ template }) => template === 'grants-end').map(({ subject }) => subject)).toEqual([
    'Ihr Zugriff endet heute',
    'Ihr Zugriff endet morgen',
    'Ihr Zugriff endet in 7 Tagen',
    'Von Ihnen erteilter Zugriff endet heute',
    'Von Ihnen erteilter Zugriff endet morgen',
    'Von Ihnen erteilter Zugriff endet in 7 Tagen',
  ])
})
