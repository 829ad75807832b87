import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { mailFrameHeaders, standalonePageHeaders } from '../http/security-headers.ts'
import type { HttpServer } from '../http/server.ts'
import { companyPaths, type DemoCompany } from './demo-company.ts'
import { companySignedOutPage, companySignInPage } from './demo-company-pages.ts'
import { mailboxPage, mailFrame, type MailboxParts, mailPage } from './demo-mailbox.ts'
import { CALM_COLOUR, notFoundPage, standaloneHtml, type StandalonePage } from './standalone-page.ts'

/** Ids beyond the database's integers are unknown without asking it. */
const KNOWN_ID = /^[1-9]\d{0,8}$/

interface DemoParts extends MailboxParts {
  company?: DemoCompany | undefined
}

/** The applications that demo tiles lead to, the mailbox of a portal that sends no mail, and the employer at whom its people sign in. */
export function serveDemo(app: HttpServer, parts: DemoParts): void {
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
  serve('/demo-application/:id', async (id) => applicationPage(await findApplication(parts.db, id)))
  serve('/dev/mailbox', () => mailboxPage(parts))
  serve('/dev/mailbox/:id', (id) => mailPage(parts, id))
  const { company } = parts
  if (company) {
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    serve(companyPaths.signIn, (_, { SAMLRequest, RelayState }) =>
      companySignInPage(company, text(SAMLRequest), text(RelayState)),
    )
    serve(companyPaths.signedOut, companySignedOutPage)
  }
  app.get<{ Params: { id: string } }>('/dev/mailbox/:id/html', async (request, reply) => {
    const frame = await mailFrame(parts, request.params.id)
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
  colour: string | null
  system: string
}

async function findApplication(db: Db, id: string): Promise<Application | undefined> {
  if (!KNOWN_ID.test(id)) return undefined
  return db.kysely
    .selectFrom('pages')
    .innerJoin('systems', 'systems.id', 'pages.system_id')
    .leftJoin('sections', 'sections.id', 'pages.section_id')
    .select(['pages.name', 'sections.name as section', 'sections.tile_colour as colour', 'systems.name as system'])
    .where('pages.id', '=', Number(id))
    .where('pages.deleted_at', 'is', null)
    .where('pages.system_id', '<>', 2)
    .executeTakeFirst()
}

function applicationPage(application: Application | undefined): StandalonePage {
  if (!application) return notFoundPage('There is no such application in this demo.')
  const { name, section, system, colour } = application
  return {
    status: 200,
    title: `Welcome to ${name}`,
    colour: colour ?? CALM_COLOUR,
    body: `<p class="where">${escapeHtml([section, system].filter(Boolean).join(' · '))}</p>
<h1>Welcome to ${escapeHtml(name)}</h1>
<p>In a real portal this would be the application itself. The portal leads here only after it has looked, at that very moment, whether the person may open it.</p>
<p>Close this tab, or <a href="/">go back to the portal</a>.</p>`,
  }
}
