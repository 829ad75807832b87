import type { SignInTest } from '@portico/contract/identity-providers.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { REQUEST_MINUTES } from './provider.ts'

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

const add = `
  insert into sign_in_tests (provider_id, session_id, user_id, request_id, relay_state_hash, expires_at)
  values ($1, $2, $3, $4, $5, clock_now() + make_interval(mins => ${REQUEST_MINUTES})) returning id`

/** Locked, so that an answer that is posted twice at once is examined once. */
const findOpen = `
  select id, provider_id as "providerId", user_id as "userId", session_id as "sessionId", request_id as "requestId",
         clock_now() as now
    from sign_in_tests where relay_state_hash = $1 and answered_at is null and expires_at > clock_now()
     for update`

const finish = `
  update sign_in_tests set result = $2::jsonb, answered_at = clock_now(),
         expires_at = clock_now() + make_interval(mins => ${RESULT_MINUTES})
   where id = $1`

const read = `
  select provider.name as "providerName", test.started_at as "startedDt", test.answered_at as "answeredDt",
         test.result
    from sign_in_tests test left join saml_providers provider on provider.id = test.provider_id
   where test.id = $1 and test.session_id = $2 and test.expires_at > clock_now()`

const isUsed = 'select from used_assertions where provider_id = $1 and assertion_id = $2'

const describeUser = `
  select account.user_name as "userName", account.first_name || ' ' || account.last_name as "fullName", account.email,
         client.name as "clientName", account.status, client.is_deleted as "isClientDeleted",
         coalesce(seen.locked_until > clock_now(), false) as "isLocked"
    from users account
    join clients client on client.id = account.client_id
    left join user_sign_ins seen on seen.user_id = account.id
   where account.id = $1`

export interface TestedUser {
  userName: string
  fullName: string
  email: string
  clientName: string
  status: 1 | 2 | 3
  isClientDeleted: boolean
  isLocked: boolean
}

/** The table `sign_in_tests`, and what a test reads of other tables. */
export function signInTestStore(tx: Tx) {
  return {
    /** Adds a test; returns its id. */
    add: async (test: {
      /** Null: the company directory. */
      providerId: number | null
      sessionId: number
      userId: number
      requestId: string
      relayStateHash: Buffer
    }): Promise<number> => {
      const { providerId, sessionId, userId, requestId, relayStateHash } = test
      const [row] = await query<{ id: number }>(tx, add, [providerId, sessionId, userId, requestId, relayStateHash])
      if (!row) throw new Error('The test was not stored')
      return row.id
    },

    /** Returns the test that waits for an answer with this relay state, locked until the end of the transaction. */
    findOpen: async (relayStateHash: Buffer): Promise<OpenSignInTest | undefined> =>
      (await query<OpenSignInTest>(tx, findOpen, [relayStateHash]))[0],

    /** Stores what was found; from then on the test takes no other answer. */
    finish: (id: number, result: SignInTestResult) => query(tx, finish, [id, JSON.stringify(result)]),

    /** The test of a session; undefined where it has none of this id, or not any more. */
    read: async (id: number, sessionId: number) =>
      (
        await query<
          Pick<SignInTest, 'startedDt' | 'answeredDt'> & {
            /** Null: the company directory. */
            providerName: string | null
            result: SignInTestResult | null
          }
        >(tx, read, [id, sessionId])
      )[0],

    isAssertionUsed: async (providerId: number, assertionId: string): Promise<boolean> =>
      (await query(tx, isUsed, [providerId, assertionId])).length > 0,

    describeUser: async (userId: number): Promise<TestedUser | undefined> =>
      (await query<TestedUser>(tx, describeUser, [userId]))[0],

    clientName: async (clientId: number): Promise<string> =>
      (await query<{ name: string }>(tx, 'select name from clients where id = $1', [clientId]))[0]?.name ?? '',
  }
}
