import {
  checkActiveUser,
  finishFederatedSignIn,
  startFederatedSignIn,
} from '@portico/contract/federation/federation.ts'
import { IdentityProvider, readRequest } from '../server/test/identity-provider.ts'
import type { Bench, Report } from './figures.ts'
import { FIRST_USER } from './load-data.ts'
import { freePort, onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'

const TIMES = 20
/** Among the users without a session, apart from those of the other parts. */
const USER = FIRST_USER - 1 + 3_800

/** Whether a captured answer of an identity provider can be posted to two nodes at once. */
export async function twoNodes(bench: Bench): Promise<Partial<Report>> {
  const { url } = await bench.data(10_000)
  const provider = new IdentityProvider('bench')
  const providerId = await connect(url, provider)
  const publicPort = await freePort()
  const environment = { ...portalEnvironment(url), PORTAL_PUBLIC_URL: `http://localhost:${publicPort}` }
  const nodes = [await startPortal({ environment }), await startPortal({ environment })]
  const nodeOf = (at: number) => nodes[at % nodes.length]?.origin ?? ''
  const before = await sessionsOf(url)
  try {
    const start = await fetch(`${nodeOf(0)}${startFederatedSignIn.path}?provider=${providerId}`, { redirect: 'manual' })
    const asked = readRequest(start.headers.get('location') ?? '')
    const cookie = (start.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    const answer = Buffer.from(provider.answer(asked, { nameId: 'replayed' })).toString('base64')
    const body = new URLSearchParams({ SAMLResponse: answer, RelayState: asked.relayState })
    const tickets = await Promise.all(
      Array.from({ length: TIMES }, async (_, at) => {
        const posted = await fetch(nodeOf(at) + finishFederatedSignIn.path, {
          method: 'POST',
          body,
          redirect: 'manual',
        })
        return /#ticket=([\w-]+)/.exec(posted.headers.get('location') ?? '')?.[1] ?? []
      }),
    )
    await Promise.all(
      tickets
        .flat()
        .flatMap((ticket) =>
          Array.from({ length: TIMES }, (_, at) => nodeOf(at)).map((node) => [node, ticket] as const),
        )
        .map(([node, ticket]) => fetch(`${node}${checkActiveUser.path}?token=${ticket}`, { headers: { cookie } })),
    )
    return { figures: [figureOf((await sessionsOf(url)) - before)] }
  } finally {
    for (const node of nodes) await node.stop()
  }
}

const figureOf = (sessions: number) => ({
  goal: 'S64',
  name: `sessions of one SAML answer, posted ${TIMES} times at once to two nodes`,
  // None would be as wrong as two.
  value: sessions === 1 ? 1 : Math.max(sessions, 2),
  unit: '',
  must: 1,
  aim: 1,
  sense: 'at most' as const,
  note: `each of its tickets shown ${TIMES} times as well; sessions opened: ${sessions}`,
})

async function connect(url: string, provider: IdentityProvider): Promise<number> {
  let id = 0
  await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      "insert into saml_providers (name, entity_id, sign_on_url, certificate) values ('Bench', $1, $2, $3) returning id",
      [provider.entityId, provider.signOnUrl, provider.keys.certificate],
    )
    id = rows[0]?.id ?? 0
    await client.query('insert into saml_provider_clients select client_id, $2 from users where id = $1', [USER, id])
    await client.query("update users set sign_in_kind = 'federated', password_hash = null where id = $1", [USER])
    await client.query("insert into federated_identities (provider_id, name_id, user_id) values ($1, 'replayed', $2)", [
      id,
      USER,
    ])
  })
  return id
}

async function sessionsOf(url: string): Promise<number> {
  let sessions = 0
  await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from sessions where user_id = $1',
      [USER],
    )
    sessions = rows[0]?.count ?? 0
  })
  return sessions
}
