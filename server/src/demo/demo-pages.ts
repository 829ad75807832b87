import { randomBytes } from 'node:crypto'
import { type MailboxEntry, readMailbox } from '../areas/mail/public.ts'
import type { Db } from '../db/database.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { standalonePageHeaders } from '../http/security-headers.ts'
import type { HttpServer } from '../http/server.ts'

/** A page of the demo: no scripts, no session, nothing about anybody. */
interface StandalonePage {
  status: number
  title: string
  /** Six hexadecimal digits, the colour of the band on top. */
  colour: string
  body: string
}

const CALM_COLOUR = '3b5b8c'
/** Ids beyond the database's integers are unknown without asking it. */
const KNOWN_ID = /^[1-9]\d{0,8}$/

/** The applications that demo tiles lead to, and the mailbox of a portal that sends no mail. */
export function serveDemo(app: HttpServer, db: Db): void {
  const serve = (path: string, page: (id: string) => Promise<StandalonePage>) =>
    app.get<{ Params: { id?: string } }>(path, async (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const made = await page(request.params.id ?? '')
      return reply
        .code(made.status)
        .headers(standalonePageHeaders(nonce))
        .type('text/html; charset=utf-8')
        .send(htmlOf(made, nonce))
    })
  serve('/demo-application/:id', async (id) => applicationPage(await findApplication(db, id)))
  serve('/dev/mailbox', async () => mailboxPage(await readMailbox(db)))
  serve('/dev/mailbox/:id', async (id) => mailPage((await readMailbox(db)).find((mail) => String(mail.id) === id)))
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

function mailboxPage(mails: readonly MailboxEntry[]): StandalonePage {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a><span>${escapeHtml(mail.to)} · ${time(mail.createdAt)} · ${mail.state}</span></li>`,
  )
  return {
    status: 200,
    title: 'Mailbox of the demo',
    colour: CALM_COLOUR,
    body: `<p class="where">Demo</p><h1>Mailbox</h1>
<p>Mails that the portal wrote, newest first. They are shown here to everybody, which is why a mailbox like this is part of the demo only.</p>
${rows.length ? `<ul class="mails">${rows.join('')}</ul>` : '<p class="empty">No mail has been written yet.</p>'}`,
  }
}

function mailPage(mail: MailboxEntry | undefined): StandalonePage {
  if (!mail) return notFoundPage('There is no such mail in this mailbox.')
  return {
    status: 200,
    title: mail.subject,
    colour: CALM_COLOUR,
    body: `<p class="where"><a href="/dev/mailbox">Mailbox</a></p><h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Written</dt><dd>${time(mail.createdAt)}</dd><dt>State</dt><dd>${mail.state}</dd></dl>
<pre>${withLinks(mail.text)}</pre>`,
  }
}

function notFoundPage(sentence: string): StandalonePage {
  return {
    status: 404,
    title: 'Not found',
    colour: CALM_COLOUR,
    body: `<p class="where">Demo</p><h1>Not found</h1><p>${sentence}</p><p><a href="/">Go to the portal</a></p>`,
  }
}

const time = (moment: Date) => `<time>${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

/** Text with its addresses to click on; everything else stays text. */
function withLinks(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"']+)/)
  return parts
    .map((part, index) => {
      const shown = escapeHtml(part)
      return index % 2 === 1 ? `<a href="${shown}" rel="noreferrer">${shown}</a>` : shown
    })
    .join('')
}

const style = (colour: string) => `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,sans-serif;background:#f5f6f8;color:#1c2430;overflow-wrap:anywhere}
main{max-width:640px;margin:12vh auto 48px;padding:0 24px}
article{background:#fff;border:1px solid #d8dee6;border-top:8px solid #${colour};border-radius:8px;padding:24px 32px 32px}
h1{font-size:24px;line-height:1.3;margin:0 0 16px;text-wrap:balance}.where{color:#596577;font-size:14px;margin:0 0 4px}
a{color:#1f4f8f}a:focus-visible{outline:2px solid currentcolor;outline-offset:2px;border-radius:2px}
.mails{list-style:none;margin:24px 0 0;padding:0}.mails li{padding:12px 0;border-top:1px solid #d8dee6}
.mails span,.empty{display:block;color:#596577;font-size:14px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;font-size:14px}dt{color:#596577}dd{margin:0}
pre{white-space:pre-wrap;font:inherit;border-top:1px solid #d8dee6;margin:16px 0 0;padding-top:16px}
@media (prefers-color-scheme:dark){body{background:#10141a;color:#e4e9f0}article{background:#181e26;border-color:#333c48;border-top-color:#${colour}}
.where,.mails span,.empty,dt{color:#9aa7b8}a{color:#8ab4f0}.mails li,pre{border-color:#333c48}}`

function htmlOf({ title, colour, body }: StandalonePage, nonce: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><style nonce="${nonce}">${style(colour)}</style></head>
<body><main><article>${body}</article></main></body></html>
`
}
