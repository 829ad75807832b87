import { parseArgs } from 'node:util'
import Provider, { type AccountClaims, type KoaContextWithOIDC } from 'oidc-provider'

/**
 * An OpenID provider that shares no code with the portal, in a process of its own. Any named account is accepted; no
 * account means that the user canceled.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    callback: { type: 'string', multiple: true },
    accounts: { type: 'string' },
    logout: { type: 'string' },
  },
})
const port = Number(values.port)
const accounts = JSON.parse(values.accounts ?? '{}') as Record<string, Omit<AccountClaims, 'sub'>>

const provider = new Provider(`http://localhost:${port}`, {
  clients: [
    {
      client_id: 'portal',
      client_secret: 'secret-of-the-portal-at-the-provider',
      redirect_uris: values.callback ?? [],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      ...(values.logout ? { backchannel_logout_uri: values.logout, backchannel_logout_session_required: true } : {}),
    },
  ],
  cookies: { keys: ['only-for-tests'] },
  claims: { profile: ['preferred_username', 'given_name', 'groups'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  // By itself it goes to no loopback address, where the portal of a test is, and waits for 2.5 seconds only.
  fetch: (address, { dispatcher: _, signal: __, ...options } = {}) => fetch(address, options),
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
  // The consent page is skipped.
  loadExistingGrant: async ({ oidc }: KoaContextWithOIDC) => {
    const { client, session } = oidc
    if (!client || !session?.accountId) return undefined
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

const page = (
  hint: string,
) => `<!doctype html><html lang="en"><title>Company sign-in</title><main><h1>Company sign-in</h1>
<form method="post"><label>Account <input name="account" value="${hint.replace(/[^\w.@-]/g, '')}"></label><button>Sign in</button></form></main></html>`

provider.use(async (context, next) => {
  if (!context.path.startsWith('/interaction/')) return next()
  const { params } = await provider.interactionDetails(context.req, context.res)
  if (context.method === 'GET') {
    context.type = 'html'
    context.body = page(typeof params['login_hint'] === 'string' ? params['login_hint'] : '')
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of context.req) chunks.push(chunk as Buffer)
  const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('account') ?? ''
  const result = accountId === '' ? { error: 'access_denied' } : { login: { accountId } }
  context.redirect(await provider.interactionResult(context.req, context.res, result))
})

const server = provider.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
// The default closes connections after five seconds, perhaps just when the portal calls again.
server.keepAliveTimeout = 600_000
