import { expect, test } from 'vitest'
import { auditEventTexts } from './audit-event-texts.ts'
import { deAuditEventTexts } from './de/audit-event-texts.ts'
import { auditFieldKey, stateInWords } from './audit-words.ts'
import { SectionSort } from '../account/account.ts'
import { RequestState } from '../contact/contact.ts'
import { signInOutcomes } from '../federation/identity-providers.ts'
import { gates } from '../kit/guard.ts'
import type { ReferenceCategory } from '../kit/reference-table.ts'
import { passwordRules } from '../reference-data/reference-data.ts'
import { nameSources, signOnFacts, signOnProtocols } from '../sign-on-settings/sign-on-codes.ts'
import { formatMessage } from '../texts/format-message.ts'
import { languages } from '../texts/languages.ts'
import { mailKindTexts } from '../mail/mail-kind-texts.ts'
import { shippedTexts } from '../texts/shipped-texts.ts'

const inGerman = (event: string, state: Record<string, unknown>) =>
  stateInWords(event, state, ({ key, values }) => formatMessage(shippedTexts.de[key], values as never, 'de'))

test('known codes, switches and secrets of a recorded state are in the words of the reader', () => {
  expect(inGerman('user_updated', { status: 2, isLocked: true, language: 'de', employer: null })).toEqual({
    status: 'Inaktiv',
    isLocked: 'Ja',
    language: 'Deutsch',
    employer: null,
  })
  expect(inGerman('reference_data_changed', { configValueTxt: '(hidden)', typeCd: 'MIN_LENGTH' })).toEqual({
    configValueTxt: '(verborgen)',
    typeCd: 'Mindestlänge',
  })
  expect(inGerman('mail_given_up', { template: 'first-password' })).toEqual({ template: 'Erstes Passwort' })
  const device = 'An unknown browser on Windows'
  expect(inGerman('authn_login_stopped', { why: 'locked', device })).toEqual({
    why: 'Der Benutzer ist gesperrt',
    device: 'Ein unbekannter Browser unter Windows',
  })
})

test('an ordinary step to the second factor does not read as a refusal', () => {
  expect(inGerman('authn_login_stopped', { why: 'second-factor' })).toEqual({ why: 'Weiter mit dem zweiten Faktor' })
  for (const texts of [auditEventTexts, deAuditEventTexts])
    expect(texts.audit_event_authn_login_stopped).not.toMatch(/denied|refused|verweigert|abgelehnt/)
})

test('what is within lists and other fields is in words, too', () => {
  const attributes = { mail: 'email', kind: 'client' }
  expect(inGerman('sign_on_settings_changed', { protocol: 'none', attributes })).toEqual({
    protocol: 'Keines',
    attributes: { mail: 'E-Mail-Adresse', kind: 'client' },
  })
  expect(inGerman('user_updated', { facilities: [{ facilityCode: 'EDH', hasAllCustomers: false }] })).toEqual({
    facilities: [{ facilityCode: 'EDH', hasAllCustomers: 'Nein' }],
  })
})

test('permissions are in the words of the reader, and nowhere else what only looks like one', () => {
  const held = 'Assigned, Sensitive data, until 2026-12-31T00:00:00.000Z'
  expect(inGerman('user_permissions_changed', { Billing: held })).toEqual({
    Billing: 'Zugewiesen, Sensible Daten, bis 2026-12-31T00:00:00.000Z',
  })
  expect(inGerman('resource_text_changed', { text: 'Assigned' })).toEqual({ text: 'Assigned' })
})

test('what was restored from a backup, and a trial that failed, are in the words of the reader', () => {
  expect(inGerman('backup_tried', { outcome: 'not-restorable' })).toEqual({
    outcome: 'Die Sicherung lässt sich nicht wiederherstellen',
  })
  const named = ['documents', 'links', 'favorites', 'permissions', 'from', 'by'].filter((field) => auditFieldKey(field))
  expect(named).toHaveLength(6)
})

test('what is no known code stays as it is recorded', () => {
  const state = { status: 'LOCKED', state: 'new', by: 'secret-keys forget', name: 'review', bytes: 3, title: 'true' }
  expect(inGerman('user_updated', state)).toEqual(state)
})

const { typeCd } = (passwordRules as ReferenceCategory).inputs ?? {}
const ruleTypes = typeof typeCd === 'object' && 'choices' in typeCd ? Object.keys(typeCd.choices) : []

test.each([
  ['state', RequestState.options],
  ['sectionSort', SectionSort.options],
  ['protocol', signOnProtocols],
  ['nameSource', nameSources],
  ['attributes', signOnFacts],
  ['outcome', signInOutcomes],
  ['language', languages],
  ['typeCd', ruleTypes],
  ['from', gates.filter((gate) => !['license', 'question'].includes(gate))],
  ['template', Object.keys(mailKindTexts).map((key) => key.slice('mail_kind_'.length).replaceAll('_', '-'))],
] as const)('every code of %s has words', (field, codes) => {
  const event = 'user_updated'
  expect(codes.length).toBeGreaterThan(1)
  expect(codes.filter((code) => inGerman(event, { [field]: code })?.[field] === code)).toEqual([])
})

test('a recorded field has a name', () => {
  expect(shippedTexts.de[auditFieldKey('opensInNewWindow') ?? 'cancel']).toBe('Öffnet in neuem Fenster')
  expect(shippedTexts.de[auditFieldKey('undecided') ?? 'cancel']).toBe('Nicht entschieden')
  // What an export was narrowed to.
  expect(['nm', 'stateCd', 'decidedSinceDt'].map((field) => shippedTexts.de[auditFieldKey(field) ?? 'cancel'])).toEqual(
    ['Suche', 'Status', 'Entschieden seit'],
  )
  expect(auditFieldKey('Billing / Invoices')).toBeNull()
})
