import { auditEventTexts } from '@portico/contract/audit/audit-event-texts.ts'
import { auditTargetTexts } from '@portico/contract/audit/audit-target-texts.ts'
import { auditFieldKey, type AuditSentence, stateInWords } from '@portico/contract/audit/audit-words.ts'
import { archiveFieldTexts } from '@portico/contract/person-export/archive-field-texts.ts'
import { localeOf } from '@portico/contract/texts/languages.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import { underscored } from '@portico/contract/underscored.ts'
import { MessageRef } from '../../http/sentences.ts'
import { nameInWords } from '../../http/shipped-names.ts'
import { type NamedSources, waySentences } from '../grants/public.ts'
import { AUDIT_TABLE } from './all-tables.ts'
import type { ArchiveReader } from './archive-reader.ts'

/** Who reads the page, and how they read moments and numbers. */
export interface PageReader extends Pick<ArchiveReader, 'translate'> {
  readonly moments: Intl.DateTimeFormat
  readonly numbers: Intl.NumberFormat
}

/** Returns a reader with the formats of their language, which are made once for all rows of an archive. */
export function pageReader({ language, translate }: Pick<ArchiveReader, 'language' | 'translate'>, timeZone: string) {
  const locale = localeOf[language]
  const moments = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return { translate, moments, numbers: new Intl.NumberFormat(locale) } satisfies PageReader
}

/** Numbers with which the portal works: they are in the files alone. */
const internal = new Set(['id', 'fileId', 'documentId', 'sessionId', 'importId', 'reviewId', 'accessChangeId'])
for (const name of ['auditEventId', 'actorId', 'subjectId', 'clientId', 'targetIdTxt', 'requestId']) internal.add(name)
for (const name of ['signatureCounter', 'profileVersion', 'displayOrder']) internal.add(name)

/** Returns false for a field that the readable page leaves to the files. */
export const isOnPage = (field: string): boolean => !internal.has(field)

/** Returns the key of what a field is called; null: it has no words and keeps its name. */
export function fieldKey(field: string): TextKey | null {
  const own = `archive_field_${underscored(field)}`
  return Object.hasOwn(archiveFieldTexts, own) ? (own as TextKey) : auditFieldKey(field)
}

/** Names of these fields are the portal's own while they are worded as shipped. */
const shipped = new Set(['securityQuestion', 'application', 'page', 'name'])
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/
const REVIEW_TABLE = 'access_review_items'
/** Longer values are cut on the page; the files have them whole. */
const LONGEST = 1_000

/** Returns a value of a row in the words of the reader; '' where it has none. */
export function valueInWords(table: string, field: string, value: unknown, reader: PageReader): string {
  const text = wordsOf(table, field, value, reader)
  if (text.length <= LONGEST) return text
  // A character of two units stays whole or goes.
  return `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`
}

function wordsOf(table: string, field: string, value: unknown, reader: PageReader): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return reader.moments.format(value)
  if (typeof value === 'number' && field !== 'status') return reader.numbers.format(value)
  if (Array.isArray(value)) return value.map((one) => wordsOf(table, field, one, reader)).join(', ')
  if (typeof value === 'object' && table === REVIEW_TABLE && field === 'sources')
    return waysOf(value as NamedSources, reader)
  if (typeof value === 'object') return fieldsOf(table, value, reader)
  return typeof value === 'string' ? wordsOfText(table, field, value, reader) : recordedWords(field, value, reader)
}

/** What gave access, in the words of the review; what is given by hand is a field of its own. */
const waysOf = (sources: NamedSources, { translate }: PageReader): string =>
  waySentences({ isByHand: false, sources })
    .map((way) => translate(way))
    .join(', ')

function wordsOfText(table: string, field: string, text: string, reader: PageReader): string {
  if (MOMENT.test(text)) return reader.moments.format(new Date(text))
  const key = keyOfCode(table, field, text)
  if (key !== null) return reader.translate(new MessageRef(key))
  return shipped.has(field) ? nameInWords(reader.translate, text) : recordedWords(field, text, reader)
}

/** The words that the audit trail has for a code or a switch. */
function recordedWords(field: string, value: unknown, { translate }: PageReader): string {
  const say = ({ key, values }: AuditSentence) => translate(new MessageRef(key, values))
  return String(stateInWords('', { [field]: value }, say)?.[field])
}

/** 'Email: a@b.test; Phone: 1': the fields of a value that have one. */
const fieldsOf = (table: string, value: object, reader: PageReader): string =>
  Object.entries(value)
    .map(([name, one]) => [nameWithin(table, name, reader), wordsOf(table, name, one, reader)])
    .filter(([, words]) => words !== '')
    .map(([name, words]) => `${name}: ${words}`)
    .join('; ')

/** Returns what a field is called for the reader. */
export const nameOfField = (field: string, reader: Pick<PageReader, 'translate'>): string =>
  wordsOfKey(fieldKey(field), field, reader)

/** The states of events name their fields as the audit trail does; what other systems state keeps its names. */
const nameWithin = (table: string, field: string, reader: PageReader): string =>
  wordsOfKey(table === AUDIT_TABLE ? auditFieldKey(field) : null, field, reader)

const wordsOfKey = (key: TextKey | null, field: string, { translate }: Pick<PageReader, 'translate'>): string =>
  key === null ? field : translate(new MessageRef(key))

/** Fields whose codes have words of the archive. */
const coded = new Set(['state', 'status', 'previousStatus', 'signInKind', 'kind', 'failure'])

/** Returns the key of the words of a known code. */
function keyOfCode(table: string, field: string, code: string): TextKey | null {
  const name = code.replaceAll(/[- ]/g, '_')
  if (table === AUDIT_TABLE && field === 'eventCd') return known(auditEventTexts, `audit_event_${name}`)
  if (table === AUDIT_TABLE && field === 'targetKindTxt') return known(auditTargetTexts, `audit_target_${name}`)
  return coded.has(field) ? known(archiveFieldTexts, `archive_value_${name}`) : null
}

const known = (texts: object, key: string): TextKey | null => (Object.hasOwn(texts, key) ? (key as TextKey) : null)
