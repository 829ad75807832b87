import type { MailBlock } from '@portico/contract/mail/mail-layout.ts'
import { hello, openPortal, paragraph } from './mail-blocks.ts'
import type { MailTemplates } from './mail-fields.ts'

/** Characters of a title that fit into one text message with the surrounding text. */
const TEXT_TITLE_MAX = 100

/** Opens the announcement in the list: only a signed-in administrator decides, never the link itself. */
const toAnnouncement = (label: string, announcementId: number): MailBlock => ({
  kind: 'button',
  label,
  path: `/content-authenticated/administration/announcements?announcement=${announcementId}`,
})

/** Templates of announcements: to their readers, and about their review. */
export const announcementMails: Pick<
  MailTemplates,
  'announcement' | 'announcement-text' | 'announcement-submitted' | 'announcement-sent-back'
> = {
  announcement: ({ translations, ...written }, words) => {
    const { title, text } = translations?.[words.language] ?? written
    return {
      subject: title,
      blocks: [...text.split(/\n{2,}/).map(paragraph), openPortal(words)],
      why: words.texts.mail_why_announcement,
    }
  },
  'announcement-text': ({ translations, ...written }, words) => {
    const { title } = translations?.[words.language] ?? written
    return {
      subject: words.texts.text_announcement_subject,
      blocks: [paragraph(words.format(words.texts.text_announcement, { title: title.slice(0, TEXT_TITLE_MAX) }))],
      why: '',
      isTextMessage: true,
    }
  },
  'announcement-submitted': ({ announcementId, title, author, ...fields }, words) => {
    const { texts: t } = words
    const submitted =
      author === null
        ? words.format(t.mail_announcement_submitted_unknown, { title })
        : words.format(t.mail_announcement_submitted, { author, title })
    return {
      subject: words.format(t.mail_announcement_submitted_subject, { title }),
      blocks: [
        hello(fields, words),
        paragraph(submitted),
        paragraph(t.mail_announcement_submitted_how),
        toAnnouncement(t.mail_announcement_submitted_button, announcementId),
      ],
      why: t.mail_why_administrator,
    }
  },
  'announcement-sent-back': ({ announcementId, note, ...fields }, words) => {
    const { texts: t } = words
    return {
      subject: words.format(t.mail_announcement_sent_back_subject, fields),
      blocks: [
        hello(fields, words),
        paragraph(words.format(t.mail_announcement_sent_back, fields)),
        ...note.split(/\n{2,}/).map(paragraph),
        paragraph(t.mail_announcement_sent_back_how),
        toAnnouncement(t.mail_announcement_sent_back_button, announcementId),
      ],
      why: t.mail_why_administrator,
    }
  },
}
