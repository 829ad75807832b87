// A company's identity provider as a separate process: a page that asks for the user name, and posts the response.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { IdentityProvider, readRequest } from '../server/test/identity-provider.ts'

const provider = new IdentityProvider('company')
const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3'
const people = ['nils.soderstrom@lindqvist.example', 'stranger@lindqvist.example']

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const html = (text: string) => response.setHeader('content-type', 'text/html; charset=utf-8').end(text)
  if (url.pathname === '/metadata') return response.end(provider.metadata({ location: `${url.origin}/sso` }))
  if (url.pathname !== '/sso') return html(page('Signed out at the company', ''))
  const asked = readRequest(url.href)
  const forms = people.map((email) => {
    const answer = Buffer.from(provider.answer(asked, { nameId: email, attributes: { [MAIL]: email } }))
    return `<form method="post" action="${asked.acsUrl}"><input type="hidden" name="SAMLResponse" value="${answer.toString('base64')}"><input type="hidden" name="RelayState" value="${asked.relayState}"><button>Sign in as ${email}</button></form>`
  })
  return html(page('Company sign-on', forms.join('')))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
