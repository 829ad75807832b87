import type { AnnouncementAudience, AnnouncementKind } from './announcement-admin.ts'
import { ANNOUNCEMENT_MESSAGE_MAX, ANNOUNCEMENT_TITLE_MAX } from '../limits.ts'
import type { announcementAdminTexts } from './announcement-admin-texts.ts'
import type { Language } from '../texts/languages.ts'
import type { PlainKey } from '../texts/format-message.ts'

/** The text of an announcement in a language that is not that of its title and message. */
export interface AnnouncementTranslation {
  language: Language
  title: string
  /** As `message` of the draft. */
  message: string | null
}

/** What the author of an announcement writes and chooses, besides its targets. Days are yyyy-MM-dd. */
export interface AnnouncementDraft {
  title: string
  /** HTML limited to the elements in rich-text.ts; null: so much that it was not read. */
  message: string | null
  /** The language of title and message. Null: not said, which counts as that of the portal. */
  language: Language | null
  translations: readonly AnnouncementTranslation[]
  kind: AnnouncementKind | undefined
  audience: AnnouncementAudience | undefined
  from: string | undefined
  /** Null: no end. */
  to: string | null
}

type TextKey = PlainKey<typeof announcementAdminTexts>

/** The name of a field of a translation, in forms and in answers about what is wrong with it. */
export type TranslationField = `${'titleText' | 'messageText'}-${Language}`

/** A broken field, by its wire name, and the text that says why. */
export interface AnnouncementIssue {
  field: 'anncTitle' | 'anncMessage' | 'anncType' | 'userType' | 'effectiveFromDt' | 'effectiveToDt' | TranslationField
  text: TextKey
}

/** The title as one line without control characters. */
export const plainTitle = (title: string): string =>
  title
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/**
 * The broken fields of an announcement. Its days are not before `earliest`, but a day that the announcement has had
 * before is kept. `before`: the days so far.
 */
export function announcementIssues(
  draft: AnnouncementDraft,
  earliest: string,
  before: { from: string; to: string | null } | null,
): AnnouncementIssue[] {
  const { title, message, translations, kind, audience } = draft
  const issue = (field: AnnouncementIssue['field'], text: TextKey | null): AnnouncementIssue[] =>
    text ? [{ field, text }] : []
  return [
    ...issue('anncTitle', titleIssue(title)),
    ...issue('anncMessage', messageIssue(message)),
    ...translations.flatMap((one, index) => [
      ...issue(
        `titleText-${one.language}`,
        isRepeated(draft, index) ? 'announcement_language_twice' : titleIssue(one.title),
      ),
      ...issue(`messageText-${one.language}`, messageIssue(one.message)),
    ]),
    ...issue('anncType', kind === undefined ? 'announcement_type_missing' : null),
    ...issue('userType', audience === undefined ? 'announcement_user_type_missing' : null),
    ...issue('effectiveFromDt', startIssue(draft, earliest, before)),
    ...issue('effectiveToDt', endIssue(draft, earliest, before)),
  ]
}

/** Whether an earlier text of the announcement is in the language of a translation. */
const isRepeated = ({ language, translations }: AnnouncementDraft, index: number): boolean =>
  [language, ...translations.slice(0, index).map((one) => one.language)].includes(translations[index]?.language ?? null)

function titleIssue(title: string): TextKey | null {
  if (title === '') return 'announcement_title_missing'
  return title.length > ANNOUNCEMENT_TITLE_MAX ? 'announcement_title_too_long' : null
}

function messageIssue(html: string | null): TextKey | null {
  if (html === null) return 'announcement_message_too_long'
  if (!hasText(html)) return 'announcement_message_missing'
  return html.length > ANNOUNCEMENT_MESSAGE_MAX ? 'announcement_message_too_long' : null
}

/** Whether anything remains of the HTML but elements and white space. */
export const hasText = (html: string): boolean => /[^\s\u00a0]/u.test(html.replaceAll(/<[^>]*>|&nbsp;/g, ''))

function startIssue({ from }: AnnouncementDraft, earliest: string, before: { from: string } | null): TextKey | null {
  if (from === undefined) return 'announcement_start_missing'
  return from < earliest && from !== before?.from ? 'announcement_start_past' : null
}

function endIssue(
  { from, to }: AnnouncementDraft,
  earliest: string,
  before: { to: string | null } | null,
): TextKey | null {
  if (to === null) return null
  if (from !== undefined && to < from) return 'announcement_end_before_start'
  return to < earliest && to !== before?.to ? 'announcement_end_past' : null
}
