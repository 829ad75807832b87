import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { type AnnouncementValue } from '@portico/contract/announcements/announcement-admin.ts'
import { measureAnnouncementReach } from '@portico/contract/announcements/announcement-audience.ts'
import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { formatNumber } from '../../ui/format.ts'
import { type AnnouncementFields, targetIds } from './announcement-form.ts'
import classes from './AnnouncementDialog.module.css'
import { idOf } from './announcement-queries.ts'

/** Pause in changing the targets after which the reach is measured. */
const PAUSE_MS = 250

interface ReachPanelProps {
  fields: AnnouncementFields
  userTypes: readonly AnnouncementValue[]
}

/** How many users the announcement reaches, by client, while its targets change. */
export function ReachPanel({ fields, userTypes }: ReachPanelProps) {
  const t = useTexts(announcementAdminTexts)
  const { uid } = useSignedIn()
  // As text, because equal targets are equal then.
  const [asked] = useDebouncedValue(
    JSON.stringify({ userType: idOf(userTypes, fields.userType), ...targetIds(fields) }),
    PAUSE_MS,
  )
  const body = JSON.parse(asked) as ReturnType<typeof targetIds> & { userType: number }
  const reach = useQuery({
    ...query(measureAnnouncementReach, { params: { uid }, body }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes['reach']} aria-label={t.announcement_reach} aria-busy={reach.isPlaceholderData}>
      <p role="status" className={classes['count']}>
        {reach.data
          ? sentenceOf(t, reach.data)
          : reach.isError
            ? t.announcement_reach_failed
            : t.announcement_reach_loading}
      </p>
      {reach.data && reach.data.reachCnt > 0 && <ReachDetails reach={reach.data} />}
    </section>
  )
}

type Reach = DataOf<typeof measureAnnouncementReach>

function sentenceOf(t: ReturnType<typeof useTexts<typeof announcementAdminTexts>>, reach: Reach): string {
  if (reach.reachCnt === 0) return t.announcement_reach_nobody
  const people = formatMessage(t.announcement_reach_people, { count: reach.reachCnt })
  const clients = formatMessage(t.announcement_reach_clients, { count: reach.clientCnt })
  const notified = formatMessage(t.announcement_reach_notified, {
    mails: reach.mailCnt,
    texts: reach.textCnt,
  })
  return `${people} ${clients} ${notified}`
}

function ReachDetails({ reach: { clients, clientCnt, sample } }: { reach: Reach }) {
  const t = useTexts(announcementAdminTexts)
  return (
    <details>
      <summary>{t.announcement_reach_details}</summary>
      <table className={classes['clients']}>
        <caption>{t.announcement_reach_by_client}</caption>
        <tbody>
          {clients.map(({ clientId, clientNm, userCnt }) => (
            <tr key={clientId}>
              <th scope="row">{clientNm}</th>
              <td>{formatNumber(userCnt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {clientCnt > clients.length && (
        <p>{formatMessage(t.announcement_reach_more, { count: clientCnt - clients.length })}</p>
      )}
      <p>{t.announcement_reach_sample}</p>
      <ul>
        {sample.map(({ userId, firstNm, lastNm, clientNm }) => (
          <li key={userId}>
            {formatMessage(t.announcement_reach_person, { name: `${firstNm} ${lastNm}`, client: clientNm })}
          </li>
        ))}
      </ul>
    </details>
  )
}
