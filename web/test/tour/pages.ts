import type { Gate } from '@portico/contract/kit/guard.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { facilities } from '@portico/contract/reference-data/reference-data.ts'
import { categories } from '../../src/admin/reference-data/reference-categories.ts'
import { staticSettings } from '../../src/admin/reference-data/screen.ts'
import { updateGate } from '../../src/api/session.ts'
import { signInAs } from '../people.ts'

/** The pages of all users behind sign-in. */
export const userPages = [
  'home',
  'account-settings',
  'document-library',
  'my-links',
  'manage-my-links',
  'ask-for-application',
  'contact-us',
].map((page) => `/content-authenticated/${page}`)

/** A token of one step, which the next one takes. */
const step = { token: 't'.repeat(43) }

/** The second factor of somebody, as the server asks for it, and what its steps answer. */
const promptOf = (more: object) => ({
  getSecondFactorPrompt: {
    step: 'show',
    provider: 'built-in',
    userNm: 'ann.smith',
    hasPasskey: true,
    hasAuthenticator: true,
    recoveryCodesLeft: 3,
    isSso: false,
    ...more,
  },
  verifyCode: step,
  verifyRecoveryCode: { ...step, recoveryCodesLeft: 2 },
  confirmAuthenticatorEnrollment: { ...step, recoveryCodes: ['code-1', 'code-2'] },
  secondFactorLogin: step,
})

type Given = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const promptAt: Given = {
  '/second-factor': promptOf({}),
  '/second-factor?by=code': promptOf({ hasPasskey: false }),
  '/second-factor?by=recovery': promptOf({ hasPasskey: false, hasAuthenticator: false }),
  '/second-factor?by=provider': promptOf({ provider: 'duo' }),
  '/second-factor/enrol': promptOf({ step: 'enrol' }),
}

/** Pages before sign-in. */
export const openPages = [
  '/login',
  '/forgot-password',
  `/choose-password#${'a'.repeat(43)}`,
  ...Object.keys(promptAt),
  '/redirect-blocked',
  '/sign-on-refused',
]

const categoryPage = (path: string) => `${staticSettings.address}?category=${path}`

/** The categories of the static settings. */
export const categoryPages = categories.map(({ path }) => categoryPage(path))

/** Samples of texts are no codes, which the calls about one facility take. */
const facilityRows = ['N', 'Y', 'N'].map((hierarchyFlg, at) => ({
  facilityCd: `FAC${at + 1}`,
  facilityNm: `facilityNm ${at + 1}`,
  hierarchyFlg,
  version: at + 1,
}))

/** What is answered on some pages in place of samples. */
export const givenAt: Given = { ...promptAt, [categoryPage(facilities.path)]: { listFacilityRows: facilityRows } }

/** The answer to the sign-in of a user who has to pass this gate before the portal opens. */
const heldAt: Readonly<Record<Gate, Partial<LoginResult>>> = {
  license: { eulaAcceptedDt: null },
  expired: { passwordExpiredFlg: true },
  secured: {},
  temporary: { pswdChngDt: null },
  question: { securityQuestionId: null },
}

/** Pages between a sign-in and the portal, and the gate that leads to each. */
const gateOf: Readonly<Record<string, Gate>> = {
  '/licence': 'license',
  '/gate?by=expired': 'expired',
  '/gate?by=secured': 'secured',
  '/gate?by=temporary': 'temporary',
  '/content-authenticated/account-setup': 'question',
}
export const gatePages = Object.keys(gateOf)

/** Signs in whom a page is for. */
export function signInFor(address: string): void {
  const gate = gateOf[address]
  signInAs(gate ? heldAt[gate] : { internalUserFlg: true, signOnAsFlg: true })
  if (gate === 'secured') updateGate(gate)
}
