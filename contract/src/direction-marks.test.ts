import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from './areas.ts'
import { exactText, text } from './kit/codecs.ts'
import type { Shape } from './kit/endpoint.ts'

/** Marks that write what follows the other way round, and those that end them. */
const marks = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']

/** Fields that keep every character, each named with its call, with the reason. */
const exact: Readonly<Record<string, string>> = {
  ...becauseOf('a password, compared by its hash', [
    'login.password',
    'reauthenticateByPassword.password',
    'testDirectoryPassword.password',
    ...['addAuthenticator', 'removeAuthenticator', 'addPasskey', 'removePasskey', 'renewRecoveryCodes'].map(
      (call) => `${call}.currentPassword`,
    ),
    'changePassword.currentPassword',
    'changePassword.newPassword',
    'changePassword.confirmPassword',
    'redeemRecoveryLink.newPassword',
    'redeemRecoveryLink.confirmPassword',
    'saveSecurityInfo.securityConfirmPwd',
    'updateProfile.securityConfirmPwd',
  ]),
  ...becauseOf('the answer to a security question, compared by its hash', [
    'recoverPassword.pswdPhrase',
    'saveSecurityInfo.pswdPhrase',
  ]),
  ...becauseOf('compared with what the portal issued', [
    'downloadDocument.sessionToken',
    'downloadDocument.csrfToken',
    'downloadFile.sessionToken',
    'downloadFile.csrfToken',
  ]),
  ...becauseOf('compared with what is stored', ['getFile.fileNm', 'downloadFile.fileNm', 'listManagedObjects.ids']),
  ...becauseOf('written and signed by another server', [
    'finishFederatedSignIn.SAMLResponse',
    'receiveRedirectedSignOn.SAMLRequest',
    'receivePostedSignOn.SAMLRequest',
    'receivePostedSignOn.RelayState',
    'saveSamlIdentityProvider.metadataTxt',
    'saveSignOnSettings.metadataTxt',
  ]),
  ...becauseOf('a value that only another program reads', [
    'saveApplicationConfig.configValueTxt',
    'createWebhook.authorizationTxt',
    'updateWebhook.authorizationTxt',
  ]),
  ...becauseOf('a body as a directory sends it, which is tried as that of a request is', [
    'tryDirectoryAttributes.bodyTxt',
  ]),
  ...becauseOf(
    'what a browser reports, which the log writes without such marks',
    ['logForUser', 'logAnonymously'].flatMap((call) =>
      ['url', 'message', 'type', 'stackTrace', 'cause'].map((field) => `${call}.${field}`),
    ),
  ),
}

function becauseOf(reason: string, fields: readonly string[]) {
  return Object.fromEntries(fields.map((field) => [field, reason]))
}

interface Part {
  _zod: { def: Record<string, unknown> & { type: string } }
}

/** The texts within a part of a call, each with the names of the fields that lead to it. */
function textsOf(part: unknown, path: string): { path: string; schema: z.ZodMiniType }[] {
  if (!(part as Part | undefined)?._zod) return []
  const { def } = (part as Part)._zod
  switch (def.type) {
    case 'string':
      return [{ path, schema: part as z.ZodMiniType }]
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([key, one]) => textsOf(one, `${path}.${key}`))
    case 'record':
      return [...textsOf(def['keyType'], path), ...textsOf(def['valueType'], path)]
    case 'array':
      return textsOf(def['element'], path)
    case 'tuple':
      return (def['items'] as unknown[]).flatMap((one) => textsOf(one, path))
    case 'union':
      return (def['options'] as unknown[]).flatMap((one) => textsOf(one, path))
    case 'pipe':
      return textsOf(def['in'], path)
    case 'lazy':
      return textsOf((def['getter'] as () => unknown)(), path)
    default:
      return textsOf(def['innerType'], path)
  }
}

/** Whether a text takes one of the marks and keeps it. */
const keepsMark = (schema: z.ZodMiniType) =>
  marks.some((mark) =>
    [`a${mark}b`, mark, `AB${mark}`, `https://a.example/${mark}`, `a${mark}b@a.example`, `1${mark}`].some((sent) => {
      const { success, data } = z.safeParse(schema, sent)
      return success && String(data).includes(mark)
    }),
  )

const sent = allEndpoints().flatMap(({ endpoint: { name, params, query, body } }) =>
  [params, query, body].flatMap((part) => textsOf(part as Shape | undefined, name)),
)

test('no text that people send keeps marks that change the direction of writing, unless it is to stay as it is', () => {
  expect(sent.length).toBeGreaterThan(200)
  const keeping = sent.filter(({ schema }) => keepsMark(schema)).map(({ path }) => path)
  expect(keeping.toSorted()).toEqual(Object.keys(exact).toSorted())
})

test.each(marks.map((mark) => [mark]))('%j is left out of a text, and stays in one that is kept as it is', (mark) => {
  expect(z.parse(text(20), `Ada ${mark}& live`)).toBe('Ada & live')
  expect(z.parse(exactText(20), `Ada ${mark}& live`)).toBe(`Ada ${mark}& live`)
  // Marks that only say how their neighbors are written stay: names and texts in Arabic and Hebrew need them.
  expect(z.parse(text(20), 'a\u200eb\u200fc\u061cd\u200de')).toBe('a\u200eb\u200fc\u061cd\u200de')
})
