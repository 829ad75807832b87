import { escapeHtml } from '@portico/contract/escape-html.ts'
import { companyName, companyPerson, type DemoCompany } from './demo-company.ts'
import { DEMO_COLOR, type StandalonePage } from './standalone-page.ts'

const COLOR = '2e5e4e'
const company = escapeHtml(companyName)
const person = escapeHtml(companyPerson.name)

/** Page to which the portal sends a user of this employer; its one button leads back, signed in. */
export function companySignInPage(played: DemoCompany, samlRequest: string, relayState: string): StandalonePage {
  const made = played.answerTo(samlRequest)
  if (!made)
    return {
      status: 400,
      title: 'Begin at the portal',
      color: DEMO_COLOR,
      body: `<p class="where">Demo</p><h1>Begin at the portal</h1><p>People come here from the portal’s own sign-in page.</p><p><a href="/login">Go to the sign-in page</a></p>`,
    }
  return {
    status: 200,
    title: `${companyName}: sign in`,
    color: COLOR,
    posts: true,
    body: `<p class="where">Demo · the sign-in of an employer</p>
<h1>${company}</h1>
<p>You are <strong>${person}</strong> (${escapeHtml(companyPerson.userName)}), who signs in at the bank where they work and has no password in the portal.</p>
<form method="post" action="${escapeHtml(made.action)}"><input type="hidden" name="SAMLResponse" value="${made.answer}"><input type="hidden" name="RelayState" value="${escapeHtml(relayState)}"><button>Sign in as ${person}</button></form>
<p class="where">In a real installation this is the employer’s own page. It exists in the demo only.</p>`,
  }
}

/** Page to which the portal sends the user after signing out. */
export const companySignedOutPage = (): StandalonePage => ({
  status: 200,
  title: `${companyName}: signed out`,
  color: COLOR,
  body: `<p class="where">Demo · the sign-in of an employer</p><h1>You’re signed out at ${company}</h1><p>In a real installation the employer’s own page would say so.</p><p><a href="/login">Go to the portal</a></p>`,
})
