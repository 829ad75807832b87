import { mailTexts } from '@portico/contract/mail/mail-texts.ts'
import { translateAsShipped } from '../http/sentences.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { createMailComposer } from '../composition/mail-services.ts'
import { storedSecrets } from '../composition/stored-secrets.ts'
import { addCheckpoint, findAuditHead } from '../areas/audit/audit-checkpoints.ts'
import { sealMailSecret } from '../areas/mail/public.ts'
import { sealSeed } from '../areas/second-factor/public.ts'
import { consumeRecoveryCode, renewRecoveryCodes } from '../areas/second-factor/factors/recovery-codes.ts'
import { signingKeys } from '../areas/signing-keys/public.ts'
import type { SecretKey } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { sql } from 'kysely'
import { run } from '../db/run.ts'
import { findHeld, statementsIn } from '../secret-keys/held-secrets.ts'
import { everything } from '../db/scope.ts'
import { recordKeys } from '../secret-keys/known-keys.ts'
import { secretKeysCommand } from './secret-keys.ts'
import { verifyAuditCommand } from './verify-audit.ts'
import { recordAudit } from '../areas/audit/audit-store.ts'
import { addMail } from '../areas/mail/outbox-store.ts'

const commands = commandRunner()
const former: SecretKey = { id: 'test', key: '0123456789abcdef0123456789abcdef' }
const fresh: SecretKey = { id: 'fresh', key: 'k9Zq3v7Lx2Np8Tr5Wb4Ym6Hd1Cf0GsJe5u' }
const SEED = 'JBSWY3DPEHPK3PXP'

const typed = async (...args: string[]) => {
  commands.clearOutput()
  await secretKeysCommand(args)
  return commands.output
}
const useRing = (...keys: SecretKey[]) =>
  vi.stubEnv('PORTAL_SECRET_KEYS', keys.map(({ id, key }) => `${id}:${key}`).join(','))

/** One of everything that needs a key, made with the former one. */
async function storeSecrets(): Promise<{ userId: number; code: string }> {
  const { portal } = commands
  const ring = keyRing([former])
  const { id: userId } = await portal.make.user()
  await portal.owner('insert into authenticators (user_id, sealed_seed, last_step) values ($1, $2, 0)', [
    userId,
    sealSeed({ keys: ring }, userId, SEED),
  ])
  await portal.owner("insert into application_settings (key, value, is_secret) values ('relay', $1, true)", [
    ring.encrypt('static setting', 'configured secret'),
  ])
  await signingKeys(portal.database.jobs, ring, 'saml').current()
  return portal.database.jobs.transact(everything, async (tx) => {
    const event = { event: 'authz_admin', actorId: null, subjectId: userId, sessionId: null } as const
    recordAudit(tx, null, event)
    const [code = ''] = await renewRecoveryCodes(ring, tx, userId)
    await addMail(tx, {
      template: 'temporary-password',
      fields: {
        firstName: 'Ada',
        userName: 'ada',
        password: sealMailSecret(ring, 'mailed secret'),
        validUntil: new Date(Date.now() + 3_600_000).toISOString(),
        reason: 'forgotten',
      },
      dedupeKey: `test:${userId}`,
      to: 'ada@example.com',
      clientId: null,
    })
    return { userId, code }
  })
}

/** Seals and signs the audit trail, as the job does every minute. */
const signAuditTrail = (...keys: SecretKey[]) =>
  commands.portal.database.jobs.transact(everything, async (tx) => {
    await run(tx, sql`select seal_audit_events(1000)`)
    const head = await findAuditHead(tx)
    return head ? addCheckpoint(keyRing(keys), tx, head) : 'no event'
  })

let userId: number
let code: string
beforeEach(async () => {
  await commands.portal.owner(
    'truncate authenticators, recovery_codes, application_settings, signing_keys, outbox_mails, secret_key_checks',
  )
  const stored = await storeSecrets()
  userId = stored.userId
  code = stored.code
})

test('an operator sees what needs each key, and encrypts it with the first one, so that the former can go (S77)', async () => {
  const { portal } = commands
  expect(await signAuditTrail(former)).toBeNull()
  useRing(fresh, former)
  expect(await typed('list')).toBe(
    'fresh  signs and encrypts  nothing yet\n' +
      'test  former  1 authenticator app, 1 signing key, 1 secret configuration, 10 recovery codes, 1 waiting email with a password, 1 newest audit checkpoint\n',
  )
  expect(await typed('reencrypt')).toBe(
    'Encrypted with fresh: 1 authenticator app, 1 signing key, 1 secret configuration, 1 waiting email with a password.\n' +
      'fresh  signs and encrypts  1 authenticator app, 1 signing key, 1 secret configuration, 1 waiting email with a password\n' +
      'test  former  10 recovery codes, 1 newest audit checkpoint\n',
  )
  // The next checkpoint covers the event of the command.
  expect(await signAuditTrail(fresh, former)).toBeNull()
  await portal.owner('delete from recovery_codes')
  expect(await typed('list')).toMatch(/\ntest {2}former {2}nothing: it can be removed\n$/)
  const [event] = await portal.owner(
    "select after from audit_events where event = 'secrets_reencrypted' order by id desc limit 1",
  )
  expect(event?.['after']).toMatchObject({ key: 'fresh', authenticators: 1, by: 'secret-keys reencrypt' })
})

test('what was encrypted anew opens with the first key alone', async () => {
  const { portal } = commands
  useRing(fresh, former)
  await typed('reencrypt')
  const ring = keyRing([fresh])
  const one = async (text: string) => (await portal.owner(text))[0]?.['sealed'] as string
  const seed = await one('select sealed_seed as sealed from authenticators')
  expect(ring.decrypt('authenticator seed', seed, `user ${userId}`)).toBe(SEED)
  const configured = await one('select value as sealed from application_settings')
  expect(ring.decrypt('static setting', configured)).toBe('configured secret')
  await expect(signingKeys(portal.database.jobs, ring, 'saml').current()).resolves.toBeDefined()
  const [mail] = await portal.owner('select fields from outbox_mails')
  const compose = createMailComposer({ ...portal.config, secretKeys: [fresh] })
  const brand = { clientName: 'Northwind', bandColor: '12344d', buttonColor: 'ffd24a', logo: null }
  expect(
    compose('temporary-password', mail?.['fields'], brand, {
      texts: mailTexts,
      language: 'en',
      say: translateAsShipped,
    }).text,
  ).toContain('mailed secret')
})

test('all secrets of a kind are encrypted anew, however many they are', async () => {
  const { portal } = commands
  await portal.owner(
    `insert into application_settings (key, value, is_secret) select 'relay ' || n, $1, true from generate_series(1, 2500) n`,
    [keyRing([former]).encrypt('static setting', 'configured secret')],
  )
  useRing(fresh, former)
  expect(await typed('reencrypt')).toContain('2,501 secret configurations')
  const left = await portal.owner(`select from application_settings where value not like 'fresh.%'`)
  expect(left).toEqual([])
})

test('recovery codes stay valid while their key is listed, and nothing is changed a second time', async () => {
  const { portal } = commands
  useRing(fresh, former)
  await typed('reencrypt')
  expect(await typed('reencrypt')).toMatch(/^Nothing had to be encrypted anew\.\n/)
  const left = await portal.database.jobs.transact(everything, (tx) =>
    consumeRecoveryCode(keyRing([fresh, former]), tx, userId, code),
  )
  expect(left).toBe(9)
})

test('a key that is missing, and another one of the same id, are named and left alone', async () => {
  useRing(fresh)
  expect(await typed('reencrypt')).toMatch(
    /^Nothing had to .+\nfresh {2}signs and encrypts .+\ntest {2}missing in PORTAL_SECRET_KEYS {2}1 auth/,
  )
  useRing(fresh, { ...former, key: fresh.key.toLowerCase() })
  expect(await typed('reencrypt')).toMatch(
    /^Nothing had to .+\n.+\ntest {2}former .+; another key of this id is needed for 1 auth/,
  )
  useRing(former)
  expect(await typed('list')).toMatch(/^test {2}signs and encrypts {2}1 authenticator app/)
})

test('what another key of the same id has encrypted is found not to open, of every kind', async () => {
  const unreadable = async (key: SecretKey) => {
    const held = await commands.portal.database.jobs.read(everything, (tx) =>
      findHeld(statementsIn(tx), keyRing([key]), storedSecrets),
    )
    return held.flatMap(({ rows, count, isReadable }) => (isReadable ? [] : [`${count} ${rows.name[0]}`]))
  }
  // That of another test is signed by its own key.
  await commands.portal.owner('delete from audit_checkpoints')
  expect(await unreadable(former)).toEqual([])
  expect(await unreadable({ ...former, key: fresh.key })).toEqual([
    '1 authenticator app',
    '1 signing key',
    '1 secret configuration',
    '1 waiting email with a password',
  ])
})

test('when a key is lost, an operator gives up what it held, and the audit trail is signed and verified again', async () => {
  const { portal } = commands
  expect(await signAuditTrail(former, fresh)).toBeNull()
  useRing(fresh)
  await expect(verifyAuditCommand([])).rejects.toThrow(
    'has no valid signature of a key in PORTAL_SECRET_KEYS (key test)',
  )
  await expect(typed('forget', 'fresh')).rejects.toThrow('only a key that is lost can be forgotten')
  await expect(typed('forget', 'other')).rejects.toThrow('Nothing needs a key other.')

  expect(await typed('forget', 'test')).toMatch(
    /^Forgotten with the key test: 1 authenticator app, 1 signing key, .+, 1 newest audit checkpoint\.\n$/,
  )
  await verifyAuditCommand([])
  expect(await typed('list')).toBe('fresh  signs and encrypts  1 newest audit checkpoint\n')
  expect(await portal.owner('select value, is_secret from application_settings')).toEqual([
    { value: '', is_secret: false },
  ])
  const mails = await portal.owner("select template, state from outbox_mails where to_address = 'ada@example.com'")
  expect(mails).toEqual([{ template: 'temporary-password', state: 'dead' }])
  const notices = await portal.owner(
    "select fields ->> 'change' as change from outbox_mails where template = 'second-factor-changed'",
  )
  expect(notices).toEqual([{ change: 'factor_reset_by_administrator' }])
  await expect(signingKeys(portal.database.jobs, keyRing([fresh]), 'saml').current()).resolves.toBeDefined()
})

describe('what nodes know of each other’s keys', () => {
  const start = (...keys: SecretKey[]) =>
    commands.portal.database.jobs.transact(everything, (tx) => recordKeys(statementsIn(tx), keyRing(keys)))
  const known = async () =>
    (await commands.portal.owner('select id from secret_key_checks order by signs_since desc nulls last, id')).map(
      ({ id }) => id,
    )

  test('keys rotate from node to node: the next one behind, then in front, then the former one goes', async () => {
    await start(former)
    await start(former, fresh)
    // A node that still lacks the next key starts again.
    await start(former)
    await start(fresh, former)
    await start(former, fresh)
    expect(await known()).toEqual(['fresh', 'test'])
    await expect(start(former)).rejects.toThrow('PORTAL_SECRET_KEYS lacks the key fresh, with which this portal signs')
    await start(fresh)
  })

  test('two nodes with different keys that start at once on a new database: one of them is refused', async () => {
    const ends = await Promise.allSettled([start(former), start(fresh)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await known()).toHaveLength(1)
  })

  test('an operator who goes back to the former key puts it in front and encrypts anew; then the other may go', async () => {
    await start(former)
    await start(fresh, former)
    await start(former, fresh)
    useRing(former, fresh)
    await typed('reencrypt')
    expect(await known()).toEqual(['test', 'fresh'])
    await start(former)
  })

  test('a lost key that signed is named in the list and given up, and nodes without it start', async () => {
    await start(former)
    useRing(fresh)
    expect(await typed('list')).toContain('PORTAL_SECRET_KEYS lacks the key test, with which this portal signs')
    await expect(typed('reencrypt')).rejects.toThrow('PORTAL_SECRET_KEYS lacks the key test')
    await typed('forget', 'test')
    await start(fresh)
    expect(await known()).toEqual(['fresh'])
  })

  test('a key that nothing needs is forgotten too, when a node had it by mistake', async () => {
    await start(former)
    await start(former, { ...fresh, id: 'spare' })
    useRing(former)
    expect(await typed('list')).toContain('spare  missing in PORTAL_SECRET_KEYS  another node has it\n')
    expect(await typed('forget', 'spare')).toBe('Forgotten with the key spare: nothing that is stored.\n')
    expect(await known()).toEqual(['test'])
  })

  test('the database does not hold the keys', async () => {
    await start(fresh, former)
    const rows = JSON.stringify(await commands.portal.owner('select * from secret_key_checks'))
    expect(rows).not.toContain(fresh.key)
    expect(rows).not.toContain(former.key)
  })
})
