import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { begin, check, post } from '../../test/federated-world.ts'
import { IdentityProvider } from '../../test/identity-provider.ts'
import { selfSigned } from '../../test/self-signed.ts'
import { samlProviderCommand } from './saml-provider.ts'

const commands = commandRunner()
const folder = mkdtempSync(path.join(tmpdir(), 'portico-metadata-'))
beforeEach(() => void vi.stubEnv('PORTAL_PUBLIC_URL', commands.portal.origin))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function file(text: string): string {
  const name = path.join(folder, `${++count}.xml`)
  writeFileSync(name, text)
  return name
}
const add = (client: string, metadata: string, ...more: string[]) =>
  samlProviderCommand(['add', '--client', client, '--domain', 'acme.test', '--metadata', file(metadata), ...more])

const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3'
const NAMES = { 'urn:oid:2.5.4.42': 'Kai', 'urn:oid:2.5.4.4': 'Lund', [MAIL]: 'kai.lund@acme.test' }

describe('the operator of the portal', () => {
  const provider = new IdentityProvider('acme')
  let id = 0
  const signOn = async (nameId: string, keys = provider.keys) => {
    const browser = commands.portal.browser()
    const asked = await begin(browser, id)
    const answer = provider.answer(asked, { nameId, attributes: NAMES, key: keys })
    return check(browser, (await post(commands.portal, answer, asked.relayState)).ticket)
  }

  test('connects an employer by a metadata file, and its users sign in and get an account', async () => {
    await commands.portal.make.client({ name: 'Acme & Sons' })
    await add('acme & sons', provider.metadata(), '--create-users', '--sign-out-url', 'https://acme.test/logout')
    expect(commands.output).toContain(`identifier (entity id)      ${commands.portal.origin}/ccservices/`)
    const [row] = await commands.portal.owner('select * from saml_providers')
    expect(row).toMatchObject({
      entity_id: provider.entityId,
      sign_on_url: provider.signOnUrl,
      previous_certificate: null,
    })
    id = Number(row?.['id'])
    expect(await commands.portal.browser().trySignIn('anybody@acme.test', '')).toMatchObject({ code: '207' })
    expect(await signOn('kai')).toMatchObject({ code: '200', data: { userNm: 'klund' } })
    commands.clearOutput()
    await samlProviderCommand(['list'])
    expect(commands.output).toMatch(/acme\.idp\.example\.test .* certificate until \d{4}-\d\d-\d\d {2}Acme & Sons/)
  })

  test('renews its certificate without interrupting sign-ins', async () => {
    const next = selfSigned()
    await samlProviderCommand(['renew', '--metadata', file(provider.metadata({ certificates: [next.certificate] }))])
    expect((await signOn('kai')).code).toMatch(/^(200|409)$/)
    expect((await signOn('kai', next)).code).toMatch(/^(200|409)$/)
    await commands.portal.moveClock('15 days')
    const [row] = await commands.portal.owner(
      'select previous_certificate_expires_at < clock_now() as is_over from saml_providers where id = $1',
      [id],
    )
    await commands.portal.moveClock('0')
    expect(row).toEqual({ is_over: true })
  })

  test('names the attributes of a provider with other names, and restores the defaults', async () => {
    const inOtherWords = { post: 'mia.berg@acme.test', vorname: 'Mia', nachname: 'Berg' }
    const firstTime = async (nameId: string, attributes: Readonly<Record<string, string>>) => {
      const browser = commands.portal.browser()
      const asked = await begin(browser, id)
      const { ticket } = await post(commands.portal, provider.answer(asked, { nameId, attributes }), asked.relayState)
      return ticket === '' ? null : (await check(browser, ticket)).data.userNm
    }
    const keys = await commands.portal.owner('select certificate from saml_providers where id = $1', [id])
    await commands.portal.owner('update saml_providers set certificate = $2 where id = $1', [
      id,
      provider.keys.certificate,
    ])
    const names = [
      '--email-attribute',
      'post',
      '--first-name-attribute',
      'vorname',
      '--last-name-attribute',
      'nachname',
    ]
    expect(await firstTime('mia', inOtherWords)).toBeNull()
    await samlProviderCommand(['attributes', '--id', String(id), ...names])
    expect(await firstTime('mia', inOtherWords)).toBe('mberg')
    expect(await firstTime('lea', { ...NAMES, [MAIL]: 'lea@acme.test' })).toBeNull()
    commands.clearOutput()
    await samlProviderCommand(['list'])
    expect(commands.output).toContain('post  vorname  nachname')
    const usual = ['--email-attribute', '', '--first-name-attribute', '', '--last-name-attribute', '']
    await samlProviderCommand(['attributes', '--id', String(id), ...usual])
    expect(await firstTime('lea', { ...NAMES, [MAIL]: 'lea@acme.test' })).toBe('klund2')
    await commands.portal.owner('update saml_providers set certificate = $2 where id = $1', [
      id,
      keys[0]?.['certificate'],
    ])
  })

  test.each([['two words'], ['<b>'], ['a'.repeat(251)], ["x' or '1"], ['line\nbreak']])(
    'learns that %j is no name of an attribute, and nothing changes',
    async (name) => {
      const before = await commands.portal.owner('select * from saml_providers')
      await expect(
        samlProviderCommand(['attributes', '--id', String(id), '--last-name-attribute', name]),
      ).rejects.toThrow('--last-name-attribute is the name of an attribute')
      expect(await commands.portal.owner('select * from saml_providers')).toEqual(before)
    },
  )

  test('removes it: its users cannot sign in any more, and keep their accounts', async () => {
    await samlProviderCommand(['remove', '--id', String(id)])
    await expect(begin(commands.portal.browser(), id)).rejects.toThrow('401')
    expect(await commands.portal.owner(`select user_name from users where user_name = 'klund'`)).toHaveLength(1)
    await expect(samlProviderCommand(['remove', '--id', String(id)])).rejects.toThrow('There is no provider')
  })

  test('reads what is wrong with a command', async () => {
    const other = new IdentityProvider()
    await expect(add('Nobody Ltd', other.metadata())).rejects.toThrow('There is no employer "Nobody Ltd"')
    await expect(samlProviderCommand(['add', '--metadata', 'x'])).rejects.toThrow('cannot be read')
    await expect(samlProviderCommand([])).rejects.toThrow('Usage')
    await expect(add('Acme & Sons', other.metadata(), '--sign-out-url', 'javascript:1')).rejects.toThrow('https')
    await add('Acme & Sons', other.metadata())
    await expect(add('Acme & Sons', provider.metadata())).rejects.toThrow('remove that first')
  })
})

describe('a metadata file is refused (S69, S70)', () => {
  const provider = new IdentityProvider()
  const good = provider.metadata()
  const day = 86_400_000
  const expired = () => selfSigned(new Date(Date.now() - 9 * day), new Date(Date.now() - day)).certificate
  test.each<[string, () => string, RegExp]>([
    ['with a document type', () => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good}`, /DOCTYPE/],
    ['that is no XML', () => 'hello', /well-formed/],
    ['of a service provider', () => good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), /not describe an identity/],
    ['without a name', () => good.replace(/entityID="[^"]+"/, ''), /not describe an identity/],
    ['of two providers', () => `<EntitiesDescriptor>${good.slice(21).repeat(2)}</EntitiesDescriptor>`, /exactly one/],
    ['with an address that is not https', () => provider.metadata({ location: 'http://acme.test/sso' }), /not https/],
    ['with a password in the address', () => provider.metadata({ location: 'https://a:b@acme.test' }), /not https/],
    ['without redirect', () => provider.metadata({ binding: 'HTTP-POST' }), /HTTP-Redirect/],
    ['without a certificate', () => provider.metadata({ certificates: [] }), /no certificate/],
    ['with an expired certificate', () => provider.metadata({ certificates: [expired()] }), /has expired/],
    [
      'with a key that is too short',
      () => provider.metadata({ certificates: [selfSigned(undefined, undefined, 1024).certificate] }),
      /2048 bits/,
    ],
    ['with a certificate that is none', () => provider.metadata({ certificates: ['aGVsbG8='] }), /cannot be read/],
    [
      'of a provider that wants signed requests',
      () => good.replace('<IDPSSODescriptor', '<IDPSSODescriptor WantAuthnRequestsSigned="true"'),
      /signed requests/,
    ],
    ['with names that change every time', () => good.replace('persistent', 'transient'), /transient/],
  ])('%s', async (_what, make, why) => {
    await commands.portal.owner(`insert into clients (name) values ('Refused Inc') on conflict do nothing`)
    await expect(add('Refused Inc', make())).rejects.toThrow(why)
    expect(
      await commands.portal.owner('select 1 from saml_providers where entity_id = $1', [provider.entityId]),
    ).toEqual([])
  })
})
