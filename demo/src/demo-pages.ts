import { randomBytes } from 'node:crypto'
import {
  type Db,
  type DemoPageDeps,
  type HttpReply,
  type HttpRequest,
  type HttpServer,
  mailFrameHeaders,
  queries,
  Redirect,
  runFirst,
  standalonePageHeaders,
} from '@portico/server/for-demo.ts'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import { companyPaths, type DemoCompany } from './demo-company.ts'
import { demoOpenIdCookies, serveDemoOpenId } from './demo-openid.ts'
import { companySignedOutPage, companySignInPage } from './demo-company-pages.ts'
import { mailboxPage, mailFrame, mailPage } from './demo-mailbox.ts'
import { requireMailboxPassword } from './mailbox-sign-in.ts'
import { type DemoSamlApplication, samlApplicationPaths } from './demo-saml-application.ts'
import { DEMO_COLOR, notFoundPage, standaloneHtml, type StandalonePage } from './standalone-page.ts'

/** Ids beyond the database's integers are unknown without a query. */
const KNOWN_ID = /^[1-9]\d{0,8}$/

/** Parts of a demo outside its database. */
export interface DemoExtras {
  /** The employer that the demo plays. */
  company?: DemoCompany
  /** An application with SAML single sign-on. */
  samlApplication?: DemoSamlApplication
  /** SHA-256 of the password for mailbox and employer; null or absent: none is required. */
  mailboxPasswordSha256?: Buffer | null
}

type DemoDeps = DemoPageDeps & DemoExtras

/**
 * Serves the applications behind demo tiles, the mailbox of a portal that sends no mail, and the employer of federated
 * users.
 */
export function serveDemo(app: HttpServer, deps: DemoDeps): void {
  if (deps.mailboxPasswordSha256) requireMailboxPassword(app, deps.mailboxPasswordSha256)
  type Query = Readonly<Record<string, unknown>>
  type Page = (
    id: string,
    query: Query,
    request: HttpRequest,
    reply: HttpReply,
  ) => Promise<StandalonePage | Redirect> | StandalonePage | Redirect
  const serve = (path: string, page: Page) =>
    app.get<{ Params: { id?: string }; Querystring: Query }>(path, async (request, reply) => {
      const made = await page(request.params.id ?? '', request.query, request, reply)
      if (made instanceof Redirect) return reply.code(303).header('location', made.location).send()
      return sendStandalone(reply, made)
    })
  const openId = serveDemoOpenId(app, deps.db, deps.publicUrl)
  serve('/demo-application/:id', async (id, _query, request, reply) => {
    if (KNOWN_ID.test(id) && (await openId.has(Number(id)))) {
      const shown = openId.pageFor(request.cookies[demoOpenIdCookies.session])
      if (shown) return shown
      const { location, cookie } = await openId.start(Number(id))
      reply.setCookie(demoOpenIdCookies.started, cookie, { path: '/', httpOnly: true, secure: true, sameSite: 'lax' })
      return new Redirect(location)
    }
    return applicationPage(await findApplication(deps.db, id))
  })
  // An application that signs its users out and sends the browser back (LOUT-010, LOUT-011).
  serve('/demo-application/sign-out/:id', (code, { logoutMode }) => {
    const mode = logoutMode === 'E' ? '&logoutMode=E' : ''
    return new Redirect(`/logout?app=${encodeURIComponent(code)}${mode}`)
  })
  if (deps.samlApplication) serveSamlApplication(app, deps.samlApplication)
  serve('/dev/mailbox', () => mailboxPage(deps))
  serve('/dev/mailbox/:id', (id) => mailPage(deps, id))
  const { company } = deps
  if (company) {
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    serve(companyPaths.signIn, (_, { SAMLRequest, RelayState }) =>
      companySignInPage(company, text(SAMLRequest), text(RelayState)),
    )
    serve(companyPaths.signedOut, companySignedOutPage)
  }
  app.get<{ Params: { id: string } }>('/dev/mailbox/:id/html', async (request, reply) => {
    const frame = await mailFrame(deps, request.params.id)
    return reply
      .code(frame ? 200 : 404)
      .headers(mailFrameHeaders)
      .type('text/html; charset=utf-8')
      .send(frame ?? '')
  })
}

/** A signed and encoded response is larger than the forms of the portal. */
const RESPONSE_MAX = 256 * 1024

function serveSamlApplication(app: HttpServer, application: DemoSamlApplication): void {
  app.get(samlApplicationPaths.start, async (_request, reply) =>
    reply
      .code(303)
      .header('location', await application.start())
      .send(),
  )
  app.post<{ Body: Readonly<Record<string, unknown>> | undefined }>(
    samlApplicationPaths.receive,
    { bodyLimit: RESPONSE_MAX },
    async (request, reply) => sendStandalone(reply, await application.receive(request.body ?? {})),
  )
}

function sendStandalone(reply: HttpReply, made: StandalonePage) {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(made.status)
    .headers(standalonePageHeaders(nonce, made))
    .type('text/html; charset=utf-8')
    .send(standaloneHtml(made, nonce))
}

interface Application {
  name: string
  section: string | null
  color: string | null
  system: string
}

async function findApplication(db: Db, id: string): Promise<Application | undefined> {
  if (!KNOWN_ID.test(id)) return undefined
  return runFirst(
    db,
    queries
      .selectFrom('pages')
      .innerJoin('systems', 'systems.id', 'pages.system_id')
      .leftJoin('sections', 'sections.id', 'pages.section_id')
      .select(['pages.name', 'sections.name as section', 'sections.tile_color as color', 'systems.name as system'])
      .where('pages.id', '=', Number(id))
      .where('pages.deleted_at', 'is', null)
      .where('pages.system_id', '<>', 2),
  )
}

function applicationPage(application: Application | undefined): StandalonePage {
  if (!application) return notFoundPage('There is no such application in this demo.')
  const { name, section, system, color } = application
  return {
    status: 200,
    title: `Welcome to ${name}`,
    color: color ?? DEMO_COLOR,
    body: `<p class="where">${escapeHtml([section, system].filter(Boolean).join(' · '))}</p>
<h1>Welcome to ${escapeHtml(name)}</h1>
<p>In a real portal this would be the application itself. The portal leads here only after it has looked, at that very moment, whether the person may open it.</p>
<p>Close this tab, or <a href="/">go back to the portal</a>.</p>`,
  }
}
