import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { mailFrameHeaders, standalonePageHeaders } from '../http/security-headers.ts'
import type { HttpServer } from '../http/server.ts'
import { companyPaths, type DemoCompany } from './demo-company.ts'
import { companySignedOutPage, companySignInPage } from './demo-company-pages.ts'
import { mailboxPage, mailFrame, type MailboxDeps, mailPage } from './demo-mailbox.ts'
import { requireMailboxPassword } from './mailbox-sign-in.ts'
import { CALM_COLOR, notFoundPage, standaloneHtml, type StandalonePage } from './standalone-page.ts'

/** Ids beyond the database's integers are unknown without a query. */
const KNOWN_ID = /^[1-9]\d{0,8}$/

/** Parts of a demo outside its database. */
export interface DemoExtras {
  /** The employer that the demo plays. */
  company?: DemoCompany
  /** SHA-256 of the password for mailbox and employer; null or absent: none is required. */
  mailboxPasswordSha256?: Buffer | null
}

type DemoDeps = MailboxDeps & DemoExtras

/**
 * Serves the applications behind demo tiles, the mailbox of a portal that sends no mail, and the employer of federated
 * users.
 */
export function serveDemo(app: HttpServer, deps: DemoDeps): void {
  if (deps.mailboxPasswordSha256) requireMailboxPassword(app, deps.mailboxPasswordSha256)
  type Query = Readonly<Record<string, unknown>>
  const serve = (path: string, page: (id: string, query: Query) => Promise<StandalonePage> | StandalonePage) =>
    app.get<{ Params: { id?: string }; Querystring: Query }>(path, async (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const made = await page(request.params.id ?? '', request.query)
      return reply
        .code(made.status)
        .headers(standalonePageHeaders(nonce, made))
        .type('text/html; charset=utf-8')
        .send(standaloneHtml(made, nonce))
    })
  serve('/demo-application/:id', async (id) => applicationPage(await findApplication(deps.db, id)))
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

interface Application {
  name: string
  section: string | null
  color: string | null
  system: string
}

async function findApplication(db: Db, id: string): Promise<Application | undefined> {
  if (!KNOWN_ID.test(id)) return undefined
  return db.kysely
    .selectFrom('pages')
    .innerJoin('systems', 'systems.id', 'pages.system_id')
    .leftJoin('sections', 'sections.id', 'pages.section_id')
    .select(['pages.name', 'sections.name as section', 'sections.tile_color as color', 'systems.name as system'])
    .where('pages.id', '=', Number(id))
    .where('pages.deleted_at', 'is', null)
    .where('pages.system_id', '<>', 2)
    .executeTakeFirst()
}

function applicationPage(application: Application | undefined): StandalonePage {
  if (!application) return notFoundPage('There is no such application in this demo.')
  const { name, section, system, color } = application
  return {
    status: 200,
    title: `Welcome to ${name}`,
    color: color ?? CALM_COLOR,
    body: `<p class="where">${escapeHtml([section, system].filter(Boolean).join(' · '))}</p>
<h1>Welcome to ${escapeHtml(name)}</h1>
<p>In a real portal this would be the application itself. The portal leads here only after it has looked, at that very moment, whether the person may open it.</p>
<p>Close this tab, or <a href="/">go back to the portal</a>.</p>`,
  }
}
