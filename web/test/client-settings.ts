import type { ClientBranding, DefaultBranding } from '@portico/contract/branding/brand-forms.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  getClientFacts,
  getCurrentBranding,
  getDefaultBrandingForClient,
} from '@portico/contract/branding/client-branding.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { answer } from './answer.ts'
import { answerFrame } from './frame.ts'
import { signInAs } from './people.ts'
import { renderPage } from './render-page.tsx'
import { screen } from '@testing-library/react'

const saved = { brandingModeCd: 'default' as const, versionNbr: 0, changedByNm: null, changedDt: null }

/** The branding of a client that has chosen nothing. */
export const plainBrand: ClientBranding = {
  clientColorTxt: null,
  clientPryButtonColorTxt: null,
  clientLogoImg: null,
  clientLogoDarkImg: null,
  clientHomeBgImg: null,
  clientLoginPageBgImg: null,
  ...saved,
}
export const meridian = { clientId: 2, clientNm: 'Meridian', ...plainBrand }

export const defaultBrand: DefaultBranding = {
  defaultColorTxt: '1f3a5f',
  defaultPryButtonColorTxt: '0057b8',
  defaultLogoImg: '/logo.png',
  defaultLogoDarkImg: null,
  defaultHomeBgImg: null,
  defaultLoginPageBgImg: null,
  ...saved,
}

/** The administrator holds these pages. */
export const holdPages = (...names: AdminPage[]): void =>
  answer(
    getAdminMenu,
    names.map((pageNm, at) => ({ pageId: at + 1, pageNm })),
  )

/** Canned answers for the settings of the client Meridian. */
export function answerClientSettings(): void {
  answerFrame()
  holdPages('Client Settings')
  answer(getCurrentBranding, meridian)
  answer(getDefaultBrandingForClient, defaultBrand)
  answer(getClientFacts, { users: { activeCnt: 12, inactiveCnt: 0 }, signIn: null, announcementCnt: null })
  signInAs()
}

/** Opens a tab of the settings of Meridian. */
export async function openClientTab(tab: string) {
  const page = renderPage(`/content-authenticated/administration/client-settings/2?tab=${tab}`)
  await screen.findByRole('heading', { name: 'Meridian', level: 1 })
  return page
}
