import type { SignInTest } from '@portico/contract/federation/identity-providers.ts'
import type { Tx } from '../../../db/database.ts'
import { REQUEST_MINUTES } from '../providers/provider.ts'
import { run, runFirst } from '../../../db/run.ts'
import {
  bool,
  bytes,
  instant,
  int,
  intOf,
  json,
  jsonText,
  nullable,
  type RowOf,
  statement,
  text,
} from '../../../db/statement.ts'

/** Minutes for which the result of a test can be read. */
const RESULT_MINUTES = 15

/** What a test found, beside its times and the name of its provider. */
export type SignInTestResult = Omit<SignInTest, 'samlIdentityProviderNm' | 'startedDt' | 'answeredDt'>

export interface OpenSignInTest {
  id: number
  /** Null: the company directory. */
  providerId: number | null
  userId: number
  sessionId: number
  requestId: string
  now: Date
}

const add = statement([nullable(int), int, int, text, bytes], {
  name: 'federation: add',
  text: `
  insert into sign_in_tests (provider_id, session_id, user_id, request_id, relay_state_hash, expires_at)
  values ($1, $2, $3, $4, $5, clock_now() + make_interval(mins => ${REQUEST_MINUTES})) returning id`,
  row: { id: int },
})

/** Locked, so that an answer that is posted twice at once is examined once. */
const findOpen = statement([bytes], {
  name: 'federation: find open',
  text: `
  select id, provider_id as "providerId", user_id as "userId", session_id as "sessionId", request_id as "requestId",
         clock_now() as now
    from sign_in_tests where relay_state_hash = $1 and answered_at is null and expires_at > clock_now()
     for update`,
  row: { id: int, providerId: nullable(int), userId: int, sessionId: int, requestId: text, now: instant },
})

const finish = statement([int, jsonText], {
  name: 'federation: finish',
  text: `
  update sign_in_tests set result = $2::jsonb, answered_at = clock_now(),
         expires_at = clock_now() + make_interval(mins => ${RESULT_MINUTES})
   where id = $1`,
})

const read = statement([int, int], {
  name: 'federation: read',
  text: `
  select provider.name as "providerName", test.started_at as "startedDt", test.answered_at as "answeredDt",
         test.result
    from sign_in_tests test left join saml_providers provider on provider.id = test.provider_id
   where test.id = $1 and test.session_id = $2 and test.expires_at > clock_now()`,
  row: {
    providerName: nullable(text),
    startedDt: instant,
    answeredDt: nullable(instant),
    result: nullable(json<SignInTestResult>()),
  },
})

const isUsed = statement([int, text], {
  name: 'federation: is used',
  text: 'select from used_assertions where provider_id = $1 and assertion_id = $2',
})

const describeUser = statement([int], {
  name: 'federation: describe user',
  text: `
  select account.user_name as "userName", account.first_name || ' ' || account.last_name as "fullName", account.email,
         client.name as "clientName", account.status, client.is_deleted as "isClientDeleted",
         coalesce(seen.locked_until > clock_now(), false) as "isLocked"
    from users account
    join clients client on client.id = account.client_id
    left join user_sign_ins seen on seen.user_id = account.id
   where account.id = $1`,
  row: {
    userName: text,
    fullName: text,
    email: text,
    clientName: text,
    status: intOf<1 | 2 | 3>(),
    isClientDeleted: bool,
    isLocked: bool,
  },
})

export type TestedUser = RowOf<typeof describeUser>

// The table `sign_in_tests`, and what a test reads of other tables.

/** Adds a test; returns its id. */
export async function addSignInTest(
  tx: Tx,
  test: {
    /** Null: the company directory. */
    providerId: number | null
    sessionId: number
    userId: number
    requestId: string
    relayStateHash: Buffer
  },
): Promise<number> {
  const { providerId, sessionId, userId, requestId, relayStateHash } = test
  const row = await runFirst(tx, add(providerId, sessionId, userId, requestId, relayStateHash))
  if (!row) throw new Error('The test was not stored')
  return row.id
}

/** Returns the test that waits for an answer with this relay state, locked until the end of the transaction. */
export const findOpenSignInTest = async (tx: Tx, relayStateHash: Buffer): Promise<OpenSignInTest | undefined> =>
  await runFirst(tx, findOpen(relayStateHash))

/** Stores what was found; from then on the test takes no other answer. */
export const endSignInTest = (tx: Tx, id: number, result: SignInTestResult) =>
  run(tx, finish(id, JSON.stringify(result)))

/** The test of a session; undefined where it has none of this id, or not any more. */
export const findSignInTest = async (tx: Tx, id: number, sessionId: number) => (await run(tx, read(id, sessionId)))[0]

export const isAssertionUsed = async (tx: Tx, providerId: number, assertionId: string): Promise<boolean> =>
  (await run(tx, isUsed(providerId, assertionId))).length > 0

export const describeTestedUser = async (tx: Tx, userId: number): Promise<TestedUser | undefined> =>
  await runFirst(tx, describeUser(userId))

const selectClients = statement([int], {
  name: 'federation: select clients',
  text: 'select name from clients where id = $1',
  row: { name: text },
})

export const findTestedClientName = async (tx: Tx, clientId: number): Promise<string> =>
  (await runFirst(tx, selectClients(clientId)))?.name ?? ''
