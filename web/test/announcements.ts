import {
  type Announcement,
  announcementAudiences,
  announcementKinds,
  announcementStatuses,
  getAnnouncementReviewRules,
  listAnnouncementSystems,
  listAnnouncementValues,
  listClientsByIndustries,
  listSystemAnnouncements,
  listVerticalIndustries,
} from '@portico/contract/announcements/announcement-admin.ts'
import { measureAnnouncementReach } from '@portico/contract/announcements/announcement-audience.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listDepartmentsForAdmin } from '@portico/contract/users/user-profile.ts'
import { answer } from './answer.ts'
import { answerFrame } from './frame.ts'
import { signInAs } from './people.ts'

export const ANNOUNCEMENTS_ADDRESS = '/content-authenticated/administration/announcements'

/** The day so many days from now, yyyy-MM-dd. */
export const day = (distance: number) => new Date(Date.now() + distance * 86_400_000).toLocaleDateString('sv-SE')

/** Every value of every type; ids count from 4, as those of the portal. */
const values = [...announcementKinds, ...announcementAudiences, ...announcementStatuses].map((valueCd, index) => ({
  clsVldValId: 4 + index,
  valueMediumNm: valueCd.charAt(0).toUpperCase() + valueCd.slice(1),
  valueCd,
}))

/** One that is published for a client. */
export const announcement: Announcement = {
  announcementId: 7,
  titleText: 'Office closed',
  messageText: '<p>On <strong>Monday</strong></p>',
  languageCd: 'en',
  translations: [],
  type: 5,
  userType: 6,
  anncStatus: 10,
  effectiveFromDt: day(-3),
  effectiveToDt: null,
  recordAddDt: new Date('2026-11-20T15:00:00Z'),
  recordAddBy: { firstNm: 'Grace', lastNm: 'Hopper' },
  systems: [],
  verticalIndustries: [],
  departments: [],
  clients: [{ clientId: 2, clientNm: 'Meridian' }],
  review: null,
  version: 4,
}

export const reach = {
  reachCnt: 12,
  mailCnt: 3,
  textCnt: 1,
  clientCnt: 2,
  clients: [{ clientId: 2, clientNm: 'Meridian', userCnt: 9 }],
  sample: [{ userId: 1, firstNm: 'Bea', lastNm: 'Ivers', clientNm: 'Meridian', internalFlg: false }],
}

/** Answers what the page of announcements asks for. */
export function answerAnnouncements(): void {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'System Announcements' }])
  answer(listAnnouncementValues, values)
  answer(getAnnouncementReviewRules, { requiredFlg: false, otherReviewerCnt: 1 })
  answer(listSystemAnnouncements, [announcement], { headers: { 'x-total-count': '1' } })
  answer(measureAnnouncementReach, reach)
  answer(listAnnouncementSystems, [{ systemId: 9, systemNm: 'Billing' }])
  answer(listVerticalIndustries, [{ marketId: 3, marketNm: 'Freight' }])
  answer(listDepartmentsForAdmin, [{ departmentId: 4, departmentNm: 'Payroll' }])
  answer(listClientsByIndustries, [{ clientId: 2, clientNm: 'Meridian' }])
  signInAs({ internalUserFlg: true })
}
