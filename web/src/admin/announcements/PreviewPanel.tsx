import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { previewAnnouncement } from '@portico/contract/announcement-audience.ts'
import type { AnnouncementValue } from '@portico/contract/announcement-admin.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { announcementAdminTexts } from '@portico/contract/texts/announcement-admin-texts.ts'
import { brandingPageTexts } from '@portico/contract/texts/branding-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Combobox, type Option } from '../../patterns/Combobox.tsx'
import { LoadedContent } from '../../patterns/LoadedContent.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { today } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { previewVariables } from '../../ui/theme.ts'
import { type AnnouncementFields, targetIds } from './announcement-form.ts'
import classes from './AnnouncementDialog.module.css'
import { idOf } from './announcement-queries.ts'
import { loadPersons } from './audience-queries.ts'

const widths = ['home', 'phone'] as const
const modes = ['light', 'dark'] as const
type Mode = (typeof modes)[number]

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
  const paper = <Paper fields={fields} width={width} />
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
        paper
      ) : (
        <AsPerson person={person} fields={fields} userTypes={userTypes} width={width}>
          {paper}
        </AsPerson>
      )}
    </details>
  )
}

function Paper({ fields, width }: { fields: AnnouncementFields; width: (typeof widths)[number] }) {
  const t = useTexts(announcementAdminTexts)
  const home = useTexts(homeTexts)
  const isOperational = fields.anncType === 'operational'
  return (
    <article className={classes['paper']} data-width={width} aria-label={t.announcement_preview}>
      <p className={classes['meta']}>
        {fields.anncType !== '' && (
          <Badge tone={isOperational ? 'warning' : 'info'}>
            {isOperational ? home.announcement_operational : home.announcement_promotional}
          </Badge>
        )}
        {fields.effectiveFromDt !== '' && (
          <time dateTime={fields.effectiveFromDt}>{formatDay(fields.effectiveFromDt)}</time>
        )}
      </p>
      <h3>{fields.anncTitle === '' ? t.announcement_title : fields.anncTitle}</h3>
      <SafeHtml html={fields.anncMessage} />
    </article>
  )
}

type Preview = DataOf<typeof previewAnnouncement>

interface AsPersonProps extends Pick<PreviewPanelProps, 'fields' | 'userTypes'> {
  person: Option
  width: (typeof widths)[number]
  children: ReactNode
}

/** Whether a person would see the announcement with these targets, why not, and in which brand. */
function AsPerson({ person, fields, userTypes, width, children }: AsPersonProps) {
  const t = useTexts(announcementAdminTexts)
  const { uid } = useSignedIn()
  const body = { userId: Number(person.value), userType: idOf(userTypes, fields.userType), ...targetIds(fields) }
  const preview = useQuery(query(previewAnnouncement, { params: { uid }, body }))
  return (
    <LoadedContent query={preview} failed={t.announcement_preview_failed}>
      {(data) => (
        <>
          <Verdict preview={data} name={person.label} from={fields.effectiveFromDt} />
          {data.seesFlg && (
            <Branded preview={data} width={width}>
              {children}
            </Branded>
          )}
        </>
      )}
    </LoadedContent>
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
    from > today()
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

/** What is shown under the header of a person’s client, in its colors, light or dark. */
function Branded({ preview, width, children }: { preview: Preview } & Pick<AsPersonProps, 'width' | 'children'>) {
  const t = useTexts(brandingPageTexts)
  const { product_name: productName } = useTexts(generalTexts)
  const [mode, setMode] = useState<Mode>('light')
  const { logoUrl, logoDarkUrl, pryButtonColorTxt, colorTxt } = preview
  const logo = mode === 'dark' ? (logoDarkUrl ?? logoUrl) : logoUrl
  return (
    <>
      <SegmentedControl
        label={t.brand_preview_mode}
        value={mode}
        onChange={setMode}
        options={modes.map((value) => ({ value, label: t[`brand_preview_${value}`] }))}
      />
      <div
        className={classes['screen']}
        data-width={width}
        style={previewVariables(mode, pryButtonColorTxt, colorTxt) as CSSProperties}
      >
        <div className={classes['header']}>
          {logo === null ? (
            <strong>{productName}</strong>
          ) : (
            <img src={logo} alt="" data-plate={(mode === 'dark' && logoDarkUrl === null) || undefined} />
          )}
        </div>
        {children}
      </div>
    </>
  )
}
