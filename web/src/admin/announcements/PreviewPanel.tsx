import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { previewAnnouncement } from '@portico/contract/announcements/announcement-audience.ts'
import type { AnnouncementValue } from '@portico/contract/announcements/announcement-admin.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { currentLanguage, formatMessage, useTexts } from '../../api/texts.ts'
import { Combobox, type Option } from '../../patterns/Combobox.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { isCalendarDay } from '../../ui/calendar-day.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { businessToday } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import type { ShownBrand } from '../branding/brand-form.ts'
import { HomePreview } from '../branding/preview/HomePreview.tsx'
import { PreviewFrame } from '../branding/preview/PreviewFrame.tsx'
import { type PreviewMode, PreviewModeControl } from '../branding/preview/PreviewModeControl.tsx'
import { PreviewScreen } from '../branding/preview/PreviewScreen.tsx'
import { type AnnouncementFields, targetIds, writtenTexts } from './announcement-form.ts'
import { languageInWords } from '../../patterns/language-in-words.ts'
import classes from './AnnouncementDialog.module.css'
import { idOf } from './announcement-queries.ts'
import { loadPersons } from './audience-queries.ts'

const widths = ['home', 'phone'] as const

interface PreviewPanelProps {
  fields: AnnouncementFields
  userTypes: readonly AnnouncementValue[]
  /** Shown without being asked for. */
  opened?: boolean
}

/** The announcement as its readers see it on the home page or a phone, and as a chosen person sees it or not. */
export function PreviewPanel({ fields, userTypes, opened = false }: PreviewPanelProps) {
  const t = useTexts(announcementAdminTexts)
  const { uid } = useSignedIn()
  const [width, setWidth] = useState<(typeof widths)[number]>('home')
  const [person, setPerson] = useState<Option | null>(null)
  const labels = { home: t.announcement_preview_home, phone: t.announcement_preview_phone }
  const texts = writtenTexts(fields)
  const papers = texts.map((text) => (
    <Paper key={text.language} text={text} fields={fields} width={width} isOneOfSeveral={texts.length > 1} />
  ))
  return (
    <details className={classes['preview']} open={opened}>
      <summary>{t.announcement_preview}</summary>
      <SegmentedControl
        label={t.announcement_preview_width}
        value={width}
        onChange={setWidth}
        options={widths.map((value) => ({ value, label: labels[value] }))}
      />
      <Combobox
        label={t.announcement_preview_person}
        help={t.announcement_preview_person_help}
        queryName="announcement-persons"
        load={(text, offset) => loadPersons(uid, text, offset)}
        selected={person ? [person] : []}
        onChange={([next]) => setPerson(next ?? null)}
      />
      {person === null ? (
        papers
      ) : (
        <AsPerson person={person} fields={fields} userTypes={userTypes} width={width}>
          {papers}
        </AsPerson>
      )}
    </details>
  )
}

type WrittenText = ReturnType<typeof writtenTexts>[number]

interface PaperProps {
  text: WrittenText
  fields: AnnouncementFields
  width: (typeof widths)[number]
  /** There are texts in further languages. */
  isOneOfSeveral: boolean
}

/** The announcement in one language. */
function Paper({ text: { language, title, message }, fields, width, isOneOfSeveral }: PaperProps) {
  const t = useTexts(announcementAdminTexts)
  const home = useTexts(homeTexts)
  const isOperational = fields.anncType === 'operational'
  const name = isOneOfSeveral
    ? formatMessage(t.announcement_preview_in, { language: languageInWords(language) })
    : t.announcement_preview
  return (
    <article className={classes['paper']} data-width={width} aria-label={name}>
      <p className={classes['meta']}>
        {fields.anncType !== '' && (
          <Badge tone={isOperational ? 'warning' : 'info'}>
            {isOperational ? home.announcement_operational : home.announcement_promotional}
          </Badge>
        )}
        {isCalendarDay(fields.effectiveFromDt) && (
          <time dateTime={fields.effectiveFromDt}>{formatDay(fields.effectiveFromDt)}</time>
        )}
        {isOneOfSeveral && <span>{languageInWords(language)}</span>}
      </p>
      <div lang={language}>
        <h3>{title === '' ? t.announcement_title : title}</h3>
        <SafeHtml html={message} />
      </div>
    </article>
  )
}

/** The first day; today while there is none. */
const startOf = ({ effectiveFromDt: day }: AnnouncementFields) => (isCalendarDay(day) ? day : businessToday())

type Preview = DataOf<typeof previewAnnouncement>

interface AsPersonProps extends Pick<PreviewPanelProps, 'fields' | 'userTypes'> {
  person: Option
  width: (typeof widths)[number]
  children: ReactNode
}

/** Whether a person would see the announcement with these targets, why not, and how on their home page. */
function AsPerson({ person, fields, userTypes, width, children }: AsPersonProps) {
  const t = useTexts(announcementAdminTexts)
  const { uid } = useSignedIn()
  const body = { userId: Number(person.value), userType: idOf(userTypes, fields.userType), ...targetIds(fields) }
  const preview = useQuery(query(previewAnnouncement, { params: { uid }, body }))
  return (
    <QueryContent query={preview} failed={t.announcement_preview_failed}>
      {(data) => (
        <>
          <Verdict preview={data} name={person.label} from={startOf(fields)} />
          {data.seesFlg && (
            <>
              <PersonHome preview={data} name={person.label} fields={fields} width={width} />
              {children}
            </>
          )}
        </>
      )}
    </QueryContent>
  )
}

function Verdict({ preview, name, from }: { preview: Preview; name: string; from: string }) {
  const t = useTexts(announcementAdminTexts)
  const { seesFlg, failedGates, mailFlg, textFlg, employerNm: client } = preview
  if (!seesFlg)
    return (
      <Alert tone="warning">
        {formatMessage(t.announcement_preview_sees_not, { name, client })}
        <ul>
          {failedGates.map((gate) => (
            <li key={gate}>{t[`audience_gate_${gate}`]}</li>
          ))}
        </ul>
      </Alert>
    )
  const sees =
    from > businessToday()
      ? formatMessage(t.announcement_preview_sees_from, { name, client, day: formatDay(from) })
      : formatMessage(t.announcement_preview_sees, { name, client })
  const byMail = textFlg ? t.announcement_preview_by_both : t.announcement_preview_by_mail
  const other = textFlg ? t.announcement_preview_by_text : t.announcement_preview_not_notified
  return (
    <Alert tone="success">
      {sees} {mailFlg ? byMail : other}
    </Alert>
  )
}

interface PersonHomeProps extends Pick<AsPersonProps, 'fields' | 'width'> {
  preview: Preview
  name: string
}

/** A person’s home page with the announcement, in the brand of their client, light or dark. */
function PersonHome({ preview, name, fields, width }: PersonHomeProps) {
  const t = useTexts(announcementAdminTexts)
  const words = useTexts(brandingPageTexts)
  const [mode, setMode] = useState<PreviewMode>('light')
  const brand = brandOf(preview)
  const text = textFor(fields, preview.languageCd)
  const label = formatMessage(t.announcement_preview_home_of, { name, mode: words[`brand_preview_${mode}`] })
  return (
    <>
      <PreviewModeControl mode={mode} onChange={setMode} />
      <div className={classes['screen']} data-width={width}>
        <PreviewScreen label={label} brand={brand} mode={mode}>
          <PreviewFrame label={label} brand={brand} mode={mode}>
            <HomePreview
              images={brand.images}
              firstName={preview.firstNm}
              announcement={{
                titleText: text.title === '' ? t.announcement_title : text.title,
                messageText: text.message,
                type: fields.anncType === 'operational' ? 'Operational' : 'Promotional',
                effectiveFromDt: startOf(fields),
              }}
            />
          </PreviewFrame>
        </PreviewScreen>
      </div>
    </>
  )
}

/** The text that a person reads; who has chosen no language reads that of their browser, here that of the page. */
function textFor(fields: AnnouncementFields, chosen: Language | null): WrittenText {
  const texts = writtenTexts(fields)
  return texts.find(({ language }) => language === (chosen ?? currentLanguage())) ?? (texts[0] as WrittenText)
}

const brandOf = ({ colorTxt, pryButtonColorTxt, logoUrl, logoDarkUrl, homeBgUrl }: Preview): ShownBrand => ({
  color: colorTxt,
  buttonColor: pryButtonColorTxt,
  images: { logoImage: logoUrl, logoDarkImage: logoDarkUrl, homeImage: homeBgUrl, loginImage: null },
})
