import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const sources = path.join(import.meta.dirname, '../..')
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)test\//.test(file))

const IN_CODE = /dedupeKey: (`[^`]*`|\w+\([^()]*\)|'[^']*')/g
const IN_SQL = /select\s+(?:distinct\s+)?('[^`]*?)\s+as\s+dedupe_key/g

interface Key {
  /** The word that it begins with, or the function that makes it. */
  name: string
  /** What is put into it. */
  parts: string[]
}

/** The keys that a text makes, in code and in SQL. */
function keysIn(text: string): Key[] {
  const inCode = [...text.matchAll(IN_CODE)].map(([, key = '']): Key => {
    const whole = /^(\w+)\((.*)\)$/.exec(key)
    if (whole) return { name: whole[1] ?? '', parts: [whole[2] ?? ''] }
    const [name = ''] = key.slice(1, -1).split(/:|\$\{/, 1)
    const parts = [...key.matchAll(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, part = '']) => part)
    return name === '' ? { name: parts[0] ?? '', parts: parts.slice(1) } : { name, parts }
  })
  const inSql = [...text.matchAll(IN_SQL)].map(([, key = '']): Key => {
    const [name = '', ...parts] = key.split(/\s*\|\|\s*/).filter((part) => part !== `':'`)
    return { name: name.replaceAll(/[':]/g, ''), parts }
  })
  return [...inCode, ...inSql]
}

const shown = ({ name, parts }: Key) => `${name} (${parts.join(', ')})`

/**
 * What each key is made of: a mail or a job is written once for all of these together, and again where one of them is
 * another one. The text says when that is.
 */
const reviewed: Readonly<Record<string, string>> = {
  'String (accessChangeId)': 'one job for a change of access',
  'String (importId)': 'one job for an import',
  'String (reportId)': 'one job for a report',
  'person-export (added.id)': 'one job for an export',
  'access-requested ($1::integer, id)': 'a request, to each who may decide',
  'access-decided (asked.id)': 'a request, which is decided once',
  "access-review (due.id, recipient.id, coalesce(due.days_before, case when due.is_due_changed then ':', due.last_day else '' end, 'start'))":
    'a review, to each who decides, at its start and before its last day, again before another one',
  'announcement (id, recipient.id)': 'an announcement, to each reader',
  'announcement-text (id, recipient.id)': 'the same as a text message',
  'announcement-submitted (a.id, a.version, reviewer.id)': 'a version of an announcement, to each reviewer',
  'announcement-sent-back (a.id, a.version)': 'a version of an announcement',
  'certificate-expires (ending.id, extract(epoch from ending.ends_at)::bigint, notice, admin.id)':
    'a certificate of a provider until its end, before each notice, to each administrator',
  'change (account.id, request.id)': 'each change of an email address',
  'change (id, request.id)': 'each act on an account',
  'confirm-email (account.id, request.id)': 'each change of an email address',
  'data-export-ready (exportId)': 'an export',
  'document-infected (fileId)': 'a stored file',
  'document-shared (document.id, recipient.id, now.toISOString())': 'each share, to each recipient',
  'dormant-account (id, noticedAt.getTime())': 'each time that a user stays away',
  'employer-requested (dedupeKey, to)': 'each request of a user, to each representative',
  'enhancement-answered (id, version + 1)': 'each answer',
  'enhancement-request (number, to)': 'a request, to each who receives it',
  'file-infected (fileId)': 'a stored file',
  'first-password (id)': 'an account, which has one first password',
  'grants-end (role, to.id, first.days, first.kind, first.grantId)':
    'the first grant of a notice, to each reader in each role, on each day before the end',
  'job-failed (runId)': 'a run',
  'license-reminder (account.id, extract(epoch from seen.last_signed_in_at)::bigint)': 'each sign-in of a user',
  'new-sign-in (id)': 'a request, which is one sign-in',
  "opt-out-text (userId, createHash('sha256').update(to).digest('hex').slice(0, 16), request.id)":
    'each change of a user, to each number',
  'password-changed (account.id, at)': 'each change of a password',
  'password-changed (account.id, at.toISOString())': 'each change of a password',
  'password-expires (id, extract(epoch from password_changed_at)::bigint, notice)':
    'a password of a user, before each notice',
  'recovery-link (id, validUntil)': 'each link of a user',
  'second-factor-changed (randomUUID())': 'each change',
  'security-alert (request.id)': 'each report',
  'security-question-changed (account.id, request.id)': 'each change of a user',
  'service-token-expires (ending.id, extract(epoch from ending.ends_at)::bigint, notice, reader.id)':
    'a token until its end, before each notice, to each reader',
  'service-token-exposed (token.id, reader.id)': 'a token, to each reader',
  'signed-on-as (opened.id)': 'a session',
  'temporary-password (id, end)': 'each temporary password of a user',
  'temporary-password (id, validUntil)': 'each temporary password of a user',
  'temporary-password (user.id, fields.validUntil)': 'each temporary password of a user',
  'use-company-sign-in (account.id, (await databaseTime(tx)).toISOString().slice(0, 13))': 'a user in an hour',
  'webhook-switched-off (webhook.id, webhook.version, reader.id)': 'each time for a webhook, to each reader',
}

test('every key by which a mail or a job is written once has all that it is about', () => {
  const found = files.flatMap((file) => keysIn(readFileSync(path.join(sources, file), 'utf8')))
  expect([...new Set(found.map(shown))].toSorted()).toEqual(Object.keys(reviewed).toSorted())
})

test('a key is found in code and in SQL, with each of its parts', () => {
  const code = 'await addMail(tx, { dedupeKey: `planted:${id}:${at.slice(0, 3)}` }); enqueue({ dedupeKey: String(id) })'
  expect(keysIn(code).map(shown)).toEqual(['planted (id, at.slice(0, 3))', 'String (id)'])
  const text = "select distinct 'planted:' || one.id || ':' || coalesce(one.day::text, 'none') as dedupe_key, email"
  expect(keysIn(text).map(shown)).toEqual(["planted (one.id, coalesce(one.day::text, 'none'))"])
})
