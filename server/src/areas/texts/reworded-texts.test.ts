import { globSync, readFileSync } from 'node:fs'
import { listUsers } from '@portico/contract/users/users.ts'
import { deleteLink, saveLink } from '@portico/contract/links/links.ts'
import { changePassword } from '@portico/contract/password/password.ts'
import { defaultTexts, type TextKey } from '@portico/contract/texts/texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { csv, documentsOf } from '../../../test/documents.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { MessageRef } from '../../http/sentences.ts'
import { textService } from './text-service.ts'

/** Every text that the server uses in an answer, by its source code. */
const usedKeys = [
  ...new Set(
    globSync('server/src/{areas,http}/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?<!\/)\bsentences\.(\w+)/g)].map(([, key]) => key as TextKey),
    ),
  ),
].toSorted()
/** Names of the placeholders of a text, each standing for itself. */
const placeholdersOf = (key: TextKey) =>
  Object.fromEntries([...defaultTexts[key].matchAll(/\{(\w+)[},]/g)].map(([, name = '']) => [name, `<${name}>`]))
const reword = (clientId: number | null, key: string, content: string) =>
  portal.owner('insert into resource_texts (key, client_id, content) values ($1, $2, $3)', [key, clientId, content])

let portal: Portal
let otherNode: Portal
/** Of the client that reworded its texts, and of another. */
let clerk: Browser
let stranger: Browser
let clientId: number
let otherClientId: number
beforeAll(async () => {
  portal = await startPortal()
  otherNode = await startPortal({ beside: portal })
  clientId = await portal.make.client()
  otherClientId = await portal.make.client()
  for (const key of usedKeys) {
    const names = Object.keys(placeholdersOf(key)).map((name) => `{${name}}`)
    await reword(clientId, key, ['Ours:', key, ...names].join(' '))
  }
  clerk = await openSession(portal, await portal.make.user({ client_id: clientId }))
  stranger = await openSession(portal, await portal.make.user({ client_id: otherClientId }))
})
afterAll(async () => {
  await otherNode.close()
  await portal.close()
})

test('server code names the texts that it answers with', () => {
  expect(usedKeys.length).toBeGreaterThan(100)
  expect(usedKeys.filter((key) => !(key in defaultTexts))).toEqual([])
})

test.each(usedKeys)(
  '%s is reworded for the users of one client alone, with its placeholders (ACCT-078)',
  async (key) => {
    const texts = textService(portal.database.requests, 'en')
    const values = placeholdersOf(key)
    const words = ['Ours:', key, ...Object.values(values)].join(' ')
    const sentence = new MessageRef(key, values)
    expect(await texts.say({ clientId, language: 'en' }, sentence)).toBe(words)
    expect(await texts.say({ clientId: otherClientId, language: 'en' }, sentence)).not.toContain('Ours:')
    expect(await texts.say({ clientId: null, language: 'en' }, sentence)).not.toContain('Ours:')
  },
)

const link = (browser: Browser, linkNm: string) =>
  browser.send(saveLink, { params: { uid: browser.userId }, body: { linkNm, linkUrlTxt: 'https://a.example' } })
const password = (browser: Browser) =>
  browser.send(changePassword, {
    params: { uid: browser.userId },
    body: { currentPassword: 'x', newPassword: 'short', confirmPassword: 'short' },
  })

test.each<[string, (browser: Browser) => Promise<unknown>, object]>([
  [
    'what is wrong with the shape',
    (who) =>
      who.request('POST', `/ccservices/secure/user/rest/userlink/cpusers/${who.userId}/links`, {
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    {
      status: 400,
      message: 'Ours: form_several_invalid',
      data: [{ message: 'Ours: field_required' }, { message: 'Ours: field_required' }],
    },
  ],
  [
    'a broken rule',
    (who) => link(who, ''),
    {
      status: 422,
      message: 'Ours: link_name_missing',
      data: [{ field: 'linkNm', message: 'Ours: link_name_missing' }],
    },
  ],
  ['a placeholder', password, { status: 422, message: 'Ours: password_length_least 12' }],
  [
    'a missing record',
    (who) => who.send(deleteLink, { params: { uid: who.userId, userLinkId: 999 } }),
    { status: 404, message: 'Ours: not_found' },
  ],
  [
    'a missing permission',
    (who) => who.send(listUsers, { params: { uid: who.userId }, body: {} }),
    { status: 403, message: 'Ours: not_allowed' },
  ],
  [
    'a code on status 200',
    async (who) => {
      await documentsOf(who).upload('twice.csv', csv('1'))
      return documentsOf(who).upload('twice.csv', csv('1'))
    },
    { code: '404', message: 'Ours: document_exists' },
  ],
  ['a success', (who) => link(who, 'Shop'), { code: '200', message: 'Ours: link_added' }],
])('%s uses the wording of the client (ACCT-078)', async (_what, act, answer) => {
  expect(await act(clerk)).toMatchObject(answer)
  expect(JSON.stringify(await act(stranger))).not.toContain('Ours:')
})

test('visitors read the wording of the portal, and a text that is reworded later is live on every node', async () => {
  const session = async (node: Portal) =>
    (await node.browser().request('GET', `/ccservices/secure/user/rest/userlink/cpusers/1/links`)).message
  expect(await session(portal)).toBe(defaultTexts.session_missing)
  expect(await session(otherNode)).toBe(defaultTexts.session_missing)
  await reword(null, 'session_missing', 'Sign in first.')
  for (const node of [portal, otherNode])
    await expect.poll(() => session(node), { timeout: 10_000 }).toBe('Sign in first.')
})
