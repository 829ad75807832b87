import type {
  Announcement,
  AnnouncementAudience,
  AnnouncementKind,
  AnnouncementRequestType,
  SentAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import { announcementAudiences, announcementKinds } from '@portico/contract/announcements/announcement-admin.ts'
import {
  announcementIssues,
  hasText,
  plainTitle,
  type TranslationField,
} from '@portico/contract/announcements/announcement-rules.ts'
import { type Language, languages } from '@portico/contract/texts/languages.ts'
import { portalLanguage } from '../../api/language.ts'
import { currentLanguage } from '../../api/texts.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import type { Form } from '../../patterns/use-form.ts'
import { isCalendarDay } from '../../ui/calendar-day.ts'
import { businessToday } from '../../ui/day-bounds.ts'
import { type AnnouncementValues, idOf, type TargetKind, valueOf } from './announcement-queries.ts'

/** The values of the form; fields are named as in the call, so that its errors find them. Days are yyyy-MM-dd or ''. */
export type AnnouncementFields = Record<TargetKind, readonly Option[]> &
  Record<TranslationField, string> & {
    anncTitle: string
    anncMessage: string
    /** The language of title and message. */
    languageCd: Language
    /** Names of the values, '' while none is chosen. */
    anncType: string
    userType: string
    effectiveFromDt: string
    effectiveToDt: string
    hasNoEnd: boolean
    request: AnnouncementRequestType
  }

export type AnnouncementForm = Form<AnnouncementFields>

export const targetKinds = ['systemIdList', 'industryIdList', 'departmentIdList', 'employerIdList'] as const

/** The fields of the text in a further language. */
export const translationFields = (language: Language) =>
  ({ title: `titleText-${language}`, message: `messageText-${language}` }) as const

/** The text in a language as it is written. */
function textIn(values: AnnouncementFields, language: Language): { title: string; message: string } {
  if (language === values.languageCd) return { title: values.anncTitle, message: values.anncMessage }
  const { title, message } = translationFields(language)
  return { title: values[title], message: values[message] }
}

/** Whether anything is written in a language. */
export function hasTextIn(values: AnnouncementFields, language: Language): boolean {
  const { title, message } = textIn(values, language)
  return title.trim() !== '' || hasText(message)
}

/** The texts of an announcement: the one that everybody can read first, then those in further languages. */
export function writtenTexts(values: AnnouncementFields): { language: Language; title: string; message: string }[] {
  const others = languages.filter((language) => language !== values.languageCd && hasTextIn(values, language))
  return [values.languageCd, ...others].map((language) => ({ language, ...textIn(values, language) }))
}

const noTranslations = Object.fromEntries(
  languages.flatMap((language) => Object.values(translationFields(language)).map((field) => [field, ''])),
) as Record<TranslationField, string>

/** The fields of a new announcement. */
export const newFields = (): AnnouncementFields => ({
  anncTitle: '',
  anncMessage: '',
  languageCd: currentLanguage(),
  ...noTranslations,
  anncType: '',
  userType: 'all',
  effectiveFromDt: businessToday(),
  effectiveToDt: '',
  hasNoEnd: true,
  request: 'publish',
  systemIdList: [],
  industryIdList: [],
  departmentIdList: [],
  employerIdList: [],
})

/** The fields of an announcement. */
export function announcementFieldsOf(
  one: Announcement,
  { types, userTypes, statuses }: AnnouncementValues,
): AnnouncementFields {
  const codeOf = (values: AnnouncementValues['types'], id: number) => valueOf(values, id)?.valueCd ?? ''
  const option = (id: number, label: string): Option => ({ value: String(id), label })
  return {
    anncTitle: one.titleText,
    anncMessage: one.messageText,
    languageCd: one.languageCd ?? portalLanguage(),
    ...noTranslations,
    ...Object.fromEntries(
      one.translations.flatMap(({ languageCd, titleText, messageText }) => {
        const { title, message } = translationFields(languageCd)
        return [
          [title, titleText],
          [message, messageText],
        ]
      }),
    ),
    anncType: codeOf(types, one.type),
    userType: codeOf(userTypes, one.userType),
    effectiveFromDt: one.effectiveFromDt,
    effectiveToDt: one.effectiveToDt ?? '',
    hasNoEnd: one.effectiveToDt === null,
    request: codeOf(statuses, one.anncStatus) === 'review' ? 'review' : 'publish',
    systemIdList: one.systems.map(({ systemId, systemNm }) => option(systemId, systemNm)),
    industryIdList: one.verticalIndustries.map(({ marketId, marketNm }) => option(marketId, marketNm)),
    departmentIdList: one.departments.map(({ departmentId, departmentNm }) => option(departmentId, departmentNm)),
    employerIdList: one.clients.map(({ clientId, clientNm }) => option(clientId, clientNm)),
  }
}

/** The fields of a copy, which begins today; an end that has passed is left out. */
export function copiedFields(fields: AnnouncementFields): AnnouncementFields {
  const hasEnded = fields.effectiveToDt !== '' && fields.effectiveToDt < businessToday()
  return {
    ...fields,
    effectiveFromDt: businessToday(),
    effectiveToDt: hasEnded ? '' : fields.effectiveToDt,
    hasNoEnd: fields.hasNoEnd || hasEnded,
    request: 'publish',
  }
}

/** The rules of the form (ANNC-052..054). `before`: the announcement that is edited. */
export const announcementSchema = (before: Announcement | null) =>
  rulesSchema<AnnouncementFields>((values) => [
    ...(['effectiveFromDt', 'effectiveToDt'] as const)
      .filter((field) => values[field] !== '' && !isCalendarDay(values[field]))
      .map((field) => ({ field, text: 'field_date' })),
    ...announcementIssues(
      {
        title: plainTitle(values.anncTitle),
        message: values.anncMessage,
        language: values.languageCd,
        translations: writtenTexts(values)
          .slice(1)
          .map((one) => ({ ...one, title: plainTitle(one.title) })),
        kind: oneOf<AnnouncementKind>(announcementKinds, values.anncType),
        audience: oneOf<AnnouncementAudience>(announcementAudiences, values.userType),
        from: isCalendarDay(values.effectiveFromDt) ? values.effectiveFromDt : undefined,
        to: isCalendarDay(values.effectiveToDt) ? values.effectiveToDt : null,
      },
      businessToday(),
      before && { from: before.effectiveFromDt, to: before.effectiveToDt },
    ),
    ...(!values.hasNoEnd && values.effectiveToDt === ''
      ? [{ field: 'effectiveToDt', text: 'announcement_end_missing' }]
      : []),
  ])

const oneOf = <Value extends string>(values: readonly Value[], value: string): Value | undefined =>
  values.find((each) => each === value)

/** The ids of the chosen targets, as the calls take them. */
export const targetIds = (values: AnnouncementFields): Record<TargetKind, number[]> =>
  Object.fromEntries(targetKinds.map((kind) => [kind, values[kind].map(({ value }) => Number(value))])) as Record<
    TargetKind,
    number[]
  >

/** The save payload (ANNC-036..043). */
export const payloadOf = (
  values: AnnouncementFields,
  { types, userTypes }: Pick<AnnouncementValues, 'types' | 'userTypes'>,
): SentAnnouncement => ({
  anncTitle: plainTitle(values.anncTitle),
  anncMessage: values.anncMessage,
  languageCd: values.languageCd,
  translations: writtenTexts(values)
    .slice(1)
    .map(({ language, title, message }) => ({
      languageCd: language,
      titleText: plainTitle(title),
      messageText: message,
    })),
  anncType: idOf(types, values.anncType),
  userType: idOf(userTypes, values.userType),
  ...targetIds(values),
  effectiveFromDt: values.effectiveFromDt,
  effectiveToDt: values.effectiveToDt === '' ? null : values.effectiveToDt,
})
