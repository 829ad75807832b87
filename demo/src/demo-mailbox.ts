import { type DemoPageDeps, findInMailbox, type MailboxEntry, readMailbox } from '@portico/server/for-demo.ts'
import { escapeHtml } from '@portico/contract/escape-html.ts'
import { DEMO_COLOR, notFoundPage, type StandalonePage } from './standalone-page.ts'

export type MailboxDeps = Pick<DemoPageDeps, 'db' | 'compose' | 'language'>

/** Ids beyond the database's integers are unknown without a query. */
const KNOWN_ID = /^[1-9]\d{0,14}$/

const states = { waiting: 'Kept here', sent: 'Sent', dead: 'Not delivered', discarded: 'Given up' }

/** Page with the mails of the portal, newest first. */
export async function mailboxPage({ db, compose, language }: MailboxDeps): Promise<StandalonePage> {
  const entries = await readMailbox(db, compose, language)
  const rows = entries.map(
    (entry) =>
      `<li><a href="/dev/mailbox/${entry.id}">${escapeHtml(subjectOf(entry))}</a><span>${escapeHtml(entry.to)} · ${time(entry.createdAt)} · ${states[entry.state]}</span></li>`,
  )
  return {
    status: 200,
    title: 'Mailbox of the demo',
    color: DEMO_COLOR,
    body: `<p class="where">Demo</p><h1>Mailbox</h1>
<p>Mails that the portal wrote, newest first. They are shown here to everybody, which is why a mailbox like this is part of the demo only.</p>
${rows.length ? `<ul class="mails">${rows.join('')}</ul>` : '<p class="empty">No mail has been written yet.</p>'}`,
  }
}

/** One mail: as HTML in a frame that can do nothing, and as the text that goes with it. */
export async function mailPage(deps: MailboxDeps, id: string): Promise<StandalonePage> {
  const entry = await find(deps, id)
  if (!entry) return notFoundPage('There is no such mail in this mailbox.')
  const { mail } = entry
  const subject = escapeHtml(subjectOf(entry))
  return {
    status: 200,
    title: subjectOf(entry),
    color: DEMO_COLOR,
    hasFrame: true,
    body: `<p class="where"><a href="/dev/mailbox">Mailbox</a></p><h1>${subject}</h1>
<dl><dt>To</dt><dd>${escapeHtml(entry.to)}</dd><dt>Written</dt><dd>${time(entry.createdAt)}</dd><dt>State</dt><dd>${states[entry.state]}</dd></dl>
${
  mail
    ? `${
        mail.html === null
          ? ''
          : `<iframe src="/dev/mailbox/${entry.id}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>The same as plain text</h2>`
      }
<pre>${withLinks(mail.text)}</pre>`
    : '<p class="empty">The words of this mail are gone: a mail that holds a secret is emptied once it was sent.</p>'
}`,
  }
}

/** The HTML of a mail as it was sent, with links that open in a new window. */
export async function mailFrame(deps: MailboxDeps, id: string): Promise<string | undefined> {
  const entry = await find(deps, id)
  return entry?.mail?.html?.replace('<head>', '<head><base target="_blank">')
}

async function find({ db, compose, language }: MailboxDeps, id: string): Promise<MailboxEntry | undefined> {
  return KNOWN_ID.test(id) ? findInMailbox(db, compose, Number(id), language) : undefined
}

const subjectOf = ({ mail, template }: MailboxEntry) => mail?.subject ?? `${template} (emptied)`

const time = (moment: Date) => `<time>${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

/** Text with clickable addresses; everything else stays text. */
function withLinks(text: string): string {
  const deps = text.split(/(https?:\/\/[^\s<>"']+)/)
  return deps
    .map((part, index) => {
      const shown = escapeHtml(part)
      return index % 2 === 1 ? `<a href="${shown}" rel="noreferrer">${shown}</a>` : shown
    })
    .join('')
}
