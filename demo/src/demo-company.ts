import { finishFederatedSignIn, getSamlMetadata } from '@portico/contract/federation/federation.ts'
import { sql } from 'kysely'
import { X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { type Db, everything, type KeyWithCertificate, newKeyWithCertificate, run } from '@portico/server/for-demo.ts'
import { namedPeople } from './demo-accounts.ts'
import { answerOf } from './demo-answer.ts'
import { demoClients } from './demo-clients.ts'

const ENTITY_ID = 'urn:portico:demo:company'
const EMAIL = 'urn:oid:0.9.2342.19200300.100.1.3'
const YEAR_MS = 365 * 86_400_000
/** As long as the portal waits for an answer: the page may stay open for some time. */
const MINUTES = 10

const person = namedPeople.find(({ userName }) => userName === 'federated.user')
const employer = demoClients.find(({ id }) => id === person?.clientId)
if (!person || !employer) throw new Error('The demo has nobody who signs in at their employer')

/** Pages of the employer that the demo plays. */
export const companyPaths = { signIn: '/demo-company/sign-in', signedOut: '/demo-company/signed-out' } as const

/** The user that this employer knows. */
export const companyPerson = { name: `${person.firstName} ${person.lastName}`, userName: person.userName }
export const companyName = employer.name

/** The identity provider of an employer, played by the demo. */
export interface DemoCompany {
  /**
   * Returns the answer to a request of this portal as its form posts it, and its destination; undefined for any other
   * request.
   */
  answerTo(samlRequest: string): { action: string; answer: string } | undefined
}

/**
 * Returns a new key at every start of the demo, stored nowhere: outside of a running demo no one can sign for its
 * employer.
 */
export function newCompanyKey(now = new Date()): Promise<KeyWithCertificate> {
  return newKeyWithCertificate({
    name: 'Demo company',
    from: new Date(now.getTime() - 86_400_000),
    to: new Date(now.getTime() + YEAR_MS),
  })
}

/** Registers the key of this start, unless the employer has another provider or the database holds no demo. */
export async function openDemoCompany(db: Db, publicUrl: URL, key: KeyWithCertificate): Promise<DemoCompany> {
  const { origin } = publicUrl
  await db.transact(everything, async (tx) => {
    await run(
      tx,
      sql`
      insert into saml_providers (name, entity_id, sign_on_url, sign_out_url, certificate, certificate_expires_at)
      select ${`${companyName} (demo)`}, ${ENTITY_ID}, ${origin + companyPaths.signIn}, ${origin + companyPaths.signedOut}, ${key.certificate}, ${new X509Certificate(key.certificate).validToDate}
        from client_domains domain
        left join saml_provider_clients taken using (client_id)
        left join saml_providers provider on provider.id = taken.provider_id
       where domain.client_id = ${employer?.id} and domain.sign_in_kind = 'federated'
         and (provider.id is null or provider.entity_id = ${ENTITY_ID})
       limit 1
      on conflict (entity_id) do update
        set sign_on_url = excluded.sign_on_url, sign_out_url = excluded.sign_out_url, certificate = excluded.certificate,
            certificate_expires_at = excluded.certificate_expires_at,
            -- Another node of the demo may have made it, and goes on with it.
            previous_certificate = saml_providers.certificate,
            previous_certificate_expires_at = clock_now() + interval '1 day', updated_at = clock_now()`,
    )
    await run(
      tx,
      sql`
      insert into saml_provider_clients (client_id, provider_id)
      select ${employer?.id}, id from saml_providers where entity_id = ${ENTITY_ID}
      on conflict (client_id) do nothing`,
    )
  })
  return { answerTo: (samlRequest) => answerTo(samlRequest, origin, key) }
}

/** Answers to this portal only, whatever address the request names. */
function answerTo(samlRequest: string, origin: string, key: KeyWithCertificate): ReturnType<DemoCompany['answerTo']> {
  const requestId = / ID="(_[0-9a-f]{40})"/.exec(inflated(samlRequest))?.[1]
  if (requestId === undefined) return undefined
  const acsUrl = origin + finishFederatedSignIn.path
  const answer = answerOf(
    {
      issuer: ENTITY_ID,
      audience: origin + getSamlMetadata.path,
      acsUrl,
      requestId,
      nameId: companyPerson.userName,
      attributes: { [EMAIL]: person?.email ?? '' },
      now: new Date(),
      minutes: MINUTES,
    },
    key,
  )
  return { action: acsUrl, answer: Buffer.from(answer).toString('base64') }
}

function inflated(samlRequest: string): string {
  try {
    return inflateRawSync(Buffer.from(samlRequest, 'base64'), { maxOutputLength: 10_000 }).toString()
  } catch {
    return ''
  }
}
