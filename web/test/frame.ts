import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import {
  getAdminMenu,
  getBrandingColor,
  getBrandingHomeBackground,
  getBrandingLogo,
  getDefaultBranding,
  getPrimaryButtonColor,
} from '@portico/contract/branding/branding.ts'
import { getWaiting } from '@portico/contract/overview/overview.ts'
import { hasDocuments } from '@portico/contract/documents/has-documents.ts'
import { getListPreferences } from '@portico/contract/preferences/preferences.ts'
import { getRecentVisits, noteRecentVisit } from '@portico/contract/preferences/recent-visits.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { getSessionTimeout, logout } from '@portico/contract/session/session.ts'
import { getManifest, getPreloginCsrfToken } from '@portico/contract/sign-in/sign-in.ts'
import { answer } from './answer.ts'

/** Answers the calls of the frame around every page, and sign-out. */
export function answerFrame(): void {
  answer(getSessionTimeout, 30)
  answer(getAdminMenu, [])
  answer(hasDocuments, false)
  answer(getListPreferences, { savedFilters: [], hiddenColumns: [] })
  answer(getRecentVisits, [])
  answer(noteRecentVisit, null)
  answer(getWaiting, [])
  answer(getOwnTexts, { languageCd: 'en', texts: {} })
  answer(listAnnouncements, [])
  answer(getBrandingColor, '1f3a5f')
  answer(getPrimaryButtonColor, '8b1e3f')
  answer(getBrandingLogo, { image: null, url: '/ccservices/images/branding/logo', darkUrl: null })
  answer(getBrandingHomeBackground, { image: null, url: null })
  answerSignInPage()
  answer(logout, null)
}

/** Answers the calls of the sign-in page, with the brand that the portal ships. */
export function answerSignInPage(): void {
  answer(getManifest, { buildVersion: '1.2.3', buildDate: null, commit: null })
  answer(getPreloginCsrfToken, { humanCheck: false }, { headers: { 'x-csrf-token': 'pre-login-token' } })
  answer(getDefaultBranding, {
    defaultColorTxt: '1f3a5f',
    defaultPryButtonColorTxt: '8b1e3f',
    defaultLogoUrl: null,
    defaultLogoDarkUrl: null,
    defaultHomeBgUrl: null,
    defaultLoginPageBgUrl: null,
  })
}
