import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  getClientFacts,
  getCurrentBranding,
  getDefaultBrandingForClient,
} from '@portico/contract/branding/client-branding.ts'
import { answer } from './answer.ts'
import { answerFrame } from './frame.ts'
import { signInAs } from './people.ts'
import { renderPage } from './render-page.tsx'
import { screen } from '@testing-library/react'

const saved = { brandingModeCd: 'default' as const, versionNbr: 0, changedByNm: null, changedDt: null }

/** Canned answers for the settings of the client Meridian, whose users the administrator manages. */
export function answerClientSettings(): void {
  answerFrame()
  answer(getAdminMenu, [
    { pageId: 1, pageNm: 'Client Settings' },
    { pageId: 2, pageNm: 'User Administration' },
  ])
  answer(getCurrentBranding, {
    clientId: 2,
    clientNm: 'Meridian',
    clientColorTxt: null,
    clientPryButtonColorTxt: null,
    clientLogoImg: null,
    clientLogoDarkImg: null,
    clientHomeBgImg: null,
    clientLoginPageBgImg: null,
    ...saved,
  })
  answer(getDefaultBrandingForClient, {
    defaultColorTxt: '1f3a5f',
    defaultPryButtonColorTxt: '0057b8',
    defaultLogoImg: '/logo.png',
    defaultLogoDarkImg: null,
    defaultHomeBgImg: null,
    defaultLoginPageBgImg: null,
    ...saved,
  })
  answer(getClientFacts, { users: { activeCnt: 12, inactiveCnt: 0 }, signIn: null, announcementCnt: null })
  signInAs()
}

/** Opens a tab of the settings of Meridian. */
export async function openClientTab(tab: string) {
  const page = renderPage(`/content-authenticated/administration/client-settings/2?tab=${tab}`)
  await screen.findByRole('heading', { name: 'Meridian', level: 1 })
  return page
}
